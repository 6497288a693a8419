import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import { formatCount } from '#contract/rules/format.ts';

/**
 * What fields of format 1 meant, as the console read them while it was the only one: extra fields and the fields of own
 * record types each by rules of their own. Never changed again, since published versions of that format are read for ever.
 */
export interface FieldInFormat1 {
  chave: string;
  titulo: string;
  tipo: string;
  obrigatorio?: boolean;
  tamanho?: number;
  casas?: number;
  minimo?: number;
  maximo?: number;
  opcoes?: { valor: string; rotulo: string; arquivada?: boolean }[];
  expressao?: string;
  referencia?: string;
  largo?: boolean;
}

interface Meaning {
  schema: JsonSchema;
  widget: string;
  /** Decimal places that can be typed; absent where the input is no number with places. */
  places?: number;
  isWide: boolean;
}

const filled = { minLength: 1, pattern: '\\S' };

const decimal = (digits: number, places: number, { minimo, maximo }: FieldInFormat1): JsonSchema => ({
  type: 'string',
  format: 'decimal',
  pattern: `^-?\\d{1,${digits}}${places > 0 ? `(\\.\\d{1,${places}})?` : ''}$`,
  ...(minimo !== undefined && { formatMinimum: String(minimo) }),
  ...(maximo !== undefined && { formatMaximum: String(maximo) }),
  'x-mensagens': {
    pattern: `Use no máximo ${formatCount(digits, 'dígito', 'dígitos')}${places > 0 ? ` e ${formatCount(places, 'casa', 'casas')}` : ', sem casas'}`,
  },
});

const offered = ({ opcoes = [] }: FieldInFormat1) =>
  opcoes.filter(({ arquivada }) => !arquivada).map(({ valor }) => valor);

const PLAIN: Readonly<Record<string, { schema: JsonSchema; widget: string }>> = {
  TELEFONE: { schema: { type: 'string', format: 'phone' }, widget: 'phone' },
  DATE: { schema: { type: 'string', format: 'date' }, widget: 'date' },
  INSTANTE: { schema: { type: 'string', format: 'instant' }, widget: 'instant' },
  CPF: { schema: { type: 'string', format: 'cpf' }, widget: 'cpf' },
  CNPJ: { schema: { type: 'string', format: 'cnpj' }, widget: 'cnpj' },
  DOCUMENTO: { schema: { type: 'string', format: 'cpfCnpj' }, widget: 'cpfCnpj' },
  CEP: { schema: { type: 'string', format: 'cep' }, widget: 'cep' },
  CHAVE_NFE: {
    schema: {
      type: 'string',
      pattern: '^\\d{6}[0-9A-Z]{12}\\d{26}$',
      'x-mensagens': { pattern: 'Chave de acesso inválida: são 44 letras e números' },
    },
    widget: 'text',
  },
  REFERENCIA: { schema: { type: 'string', minLength: 1, maxLength: 200 }, widget: 'autocomplete' },
};

/** A field of customers or tickets. */
export function extraMeaning(field: FieldInFormat1): Meaning {
  const { tipo, obrigatorio, tamanho, casas, minimo, maximo } = field;
  const text = (usual: number): JsonSchema => ({
    type: 'string',
    maxLength: tamanho ?? usual,
    ...(obrigatorio && filled),
  });
  const options = { type: 'string', enum: offered(field) };
  const most = 10 ** (tamanho ?? 9) - 1;
  const meanings: Record<string, () => Omit<Meaning, 'isWide'>> = {
    TEXT: () => ({ schema: text(100), widget: 'text' }),
    TEXTAREA: () => ({ schema: text(1000), widget: 'textarea' }),
    EMAIL: () => ({
      schema: { type: 'string', format: 'email', maxLength: tamanho ?? 100 },
      widget: 'email',
    }),
    INTEIRO: () => ({
      schema: { type: 'integer', minimum: minimo ?? -most, maximum: maximo ?? most },
      widget: 'integer',
    }),
    DECIMAL: () => ({
      schema: decimal(tamanho ?? 12, casas ?? 2, field),
      widget: 'number',
      places: casas ?? 2,
    }),
    DINHEIRO: () => ({ schema: decimal(tamanho ?? 12, 2, field), widget: 'money', places: 2 }),
    SELECT: () => ({ schema: options, widget: 'select' }),
    RADIO: () => ({ schema: options, widget: 'radio' }),
    MULTISELECT: () => ({
      schema: {
        type: 'array',
        items: options,
        uniqueItems: true,
        ...(tamanho && { maxItems: tamanho }),
        ...(obrigatorio && { minItems: 1 }),
      },
      widget: 'multiselect',
    }),
    CHECKBOX: () => ({
      schema: { type: 'boolean', ...(obrigatorio && { const: true }) },
      widget: 'checkbox',
    }),
  };
  const meaning = meanings[tipo]?.() ?? PLAIN[tipo];
  if (!meaning) throw new Error(`no extra field: ${tipo}`);
  return { ...meaning, isWide: tipo === 'TEXTAREA' };
}

/** A field of an own record type. */
export function ownMeaning(field: FieldInFormat1): Meaning {
  const { tipo, titulo, obrigatorio, tamanho, casas, minimo, maximo, expressao } = field;
  const text = (usual: number): JsonSchema => ({
    type: 'string',
    maxLength: tamanho ?? usual,
    ...(obrigatorio && filled),
  });
  const number = (usual: number, widget: string) => ({
    schema: decimal(tamanho ?? 11, casas ?? usual, field),
    widget,
    places: casas ?? usual,
  });
  const meanings: Record<string, () => Omit<Meaning, 'isWide'>> = {
    TEXT: () => ({
      schema: {
        ...text(100),
        ...(expressao && {
          pattern: expressao,
          'x-mensagens': { pattern: `${titulo} não está no formato esperado` },
        }),
      },
      widget: 'text',
    }),
    TEXTAREA: () => ({ schema: text(2000), widget: 'textarea' }),
    EMAIL: () => ({
      schema: { type: 'string', format: 'email', maxLength: tamanho ?? 100 },
      widget: 'email',
    }),
    INTEIRO: () => ({
      schema: { type: 'integer', minimum: minimo ?? 0, maximum: maximo ?? 2_147_483_647 },
      widget: 'integer',
    }),
    DECIMAL: () => number(3, 'number'),
    DINHEIRO: () => number(4, 'money'),
    PERCENTUAL: () => number(3, 'percent'),
    SELECT: () => ({ schema: { type: 'string', enum: offered(field) }, widget: 'select' }),
    CHECKBOX: () => ({ schema: { type: 'boolean' }, widget: 'checkbox' }),
  };
  const meaning = meanings[tipo]?.() ?? PLAIN[tipo];
  if (!meaning) throw new Error(`no field of an own type: ${tipo}`);
  return { ...meaning, isWide: field.largo ?? tipo === 'TEXTAREA' };
}

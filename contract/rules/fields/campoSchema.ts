import type { JsonSchema } from '../definitions/definition.ts';
import { formatCount } from '../format.ts';
import type { UiSchema } from '../forms/formDefinition.ts';
import {
  type Campo,
  type CampoOption,
  type CampoType,
  campoTypes,
  decimalsOf,
  rangeOf,
  sizeOf,
} from './campo.ts';
import { chosenOf } from './chosenOptions.ts';

/** The types whose value is one value. A LISTA has a schema for its items (records/fields/fieldSchema.ts). */
export type LeafType = Exclude<CampoType, 'LISTA'>;

/** What a field's schema and layout are made of. */
export type CampoRules = Omit<Campo<LeafType>, 'chave' | 'campos' | 'padrao'>;

/** Prefix of the option source that offers the records of a type. */
export const RECORD_OPTIONS = 'cadastro-';

/**
 * Schema of the field's value: forms, calls, files and bulk changes are all judged by it. `present` is the value already
 * stored in the record: an option archived since then remains valid there, but is not offered elsewhere.
 */
export const campoSchema = (campo: CampoRules, present?: unknown): JsonSchema => ({
  title: campo.titulo,
  ...(campo.ajuda && { description: campo.ajuda }),
  ...SCHEMAS[campo.tipo](campo, present),
});

/** Layout of the field's value. */
export function campoUi(campo: CampoRules, present?: unknown): UiSchema {
  const { tipo, referencia, largo } = campo;
  const { widget, options, decimal } = campoTypes[tipo];
  const shown = {
    ...(tipo === 'REFERENCIA' && { origem: `${RECORD_OPTIONS}${referencia}` }),
    ...(decimal && { casas: decimalsOf(campo) }),
    ...(largo !== undefined && { largo }),
  };
  return {
    'ui:widget': widget,
    ...(campo.formula && { 'ui:disabled': true, 'ui:help': campo.ajuda ?? 'Calculado pelos outros campos.' }),
    ...(options && {
      'ui:enumNames': Object.fromEntries(
        optionsFor(campo, present).map(({ valor, rotulo, arquivada }) => [
          valor,
          arquivada ? `${rotulo} (arquivada)` : rotulo,
        ]),
      ),
    }),
    ...(Object.keys(shown).length > 0 && { 'ui:options': shown }),
  };
}

const filledText = { minLength: 1, pattern: '\\S' };

const text = (campo: CampoRules): JsonSchema => ({
  type: 'string',
  maxLength: sizeOf(campo),
  ...(campo.obrigatorio && filledText),
});

/** Text constrained by the field's regular expression, if it has one. */
const matching = (campo: CampoRules): JsonSchema => {
  const { expressao, expressaoMensagem, titulo } = campo;
  if (!expressao) return text(campo);
  return {
    ...text(campo),
    pattern: expressao,
    'x-mensagens': { pattern: expressaoMensagem ?? `${titulo} não está no formato esperado` },
  };
};

const ofFormat = (format: string) => (): JsonSchema => ({ type: 'string', format });

const choice = (campo: CampoRules, present: unknown): JsonSchema => ({
  type: 'string',
  enum: optionsFor(campo, present).map(({ valor }) => valor),
});

const SCHEMAS: Record<LeafType, (campo: CampoRules, present: unknown) => JsonSchema> = {
  TEXT: matching,
  TEXTAREA: text,
  EMAIL: (campo) => ({ type: 'string', format: 'email', maxLength: sizeOf(campo) }),
  TELEFONE: ofFormat('phone'),
  CPF: ofFormat('cpf'),
  CNPJ: ofFormat('cnpj'),
  DOCUMENTO: ofFormat('cpfCnpj'),
  CEP: ofFormat('cep'),
  DATE: ofFormat('date'),
  INSTANTE: ofFormat('instant'),
  CHAVE_NFE: () => ({
    type: 'string',
    pattern: '^\\d{6}[0-9A-Z]{12}\\d{26}$',
    'x-mensagens': { pattern: 'Chave de acesso inválida: são 44 letras e números' },
  }),
  INTEIRO: (campo) => {
    const { least, most } = rangeOf(campo);
    return { type: 'integer', minimum: least, maximum: most };
  },
  DECIMAL: decimal,
  DINHEIRO: decimal,
  PERCENTUAL: decimal,
  SELECT: choice,
  RADIO: choice,
  MULTISELECT: (campo, present) => ({
    type: 'array',
    items: choice(campo, present),
    uniqueItems: true,
    ...(campo.tamanho && { maxItems: campo.tamanho }),
    ...(campo.obrigatorio && { minItems: 1 }),
  }),
  CHECKBOX: ({ marcado }) => ({ type: 'boolean', ...(marcado && { const: true }) }),
  REFERENCIA: () => ({ type: 'string', minLength: 1, maxLength: 200 }),
  ARQUIVO: (campo) => ({
    type: 'array',
    items: STORED_FILE,
    maxItems: sizeOf(campo),
    ...(campo.obrigatorio && { minItems: 1 }),
    'x-mensagens': { maxItems: `Anexe no máximo ${formatCount(sizeOf(campo), 'arquivo', 'arquivos')}` },
  }),
};

/** A reference to an upload. What it says beside the id is not believed: the server knows the file. */
const STORED_FILE: JsonSchema = {
  title: 'Arquivo',
  type: 'object',
  properties: {
    id: { title: 'Arquivo', type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' },
    mime: { title: 'Tipo', type: 'string', maxLength: 150 },
    nome: { title: 'Nome', type: 'string', maxLength: 255 },
    tamanho: { title: 'Tamanho em bytes', type: 'integer', minimum: 0 },
  },
  required: ['id'],
  additionalProperties: false,
};

/** An exact decimal as text, compared as a number by its format. */
function decimal(campo: CampoRules): JsonSchema {
  const { minimo, maximo } = campo;
  const [digits, places] = [sizeOf(campo), decimalsOf(campo)];
  const fraction = places > 0 ? `(\\.\\d{1,${places}})?` : '';
  return {
    type: 'string',
    format: 'decimal',
    pattern: `^-?\\d{1,${digits}}${fraction}$`,
    ...(minimo !== undefined && { formatMinimum: plainNumber(minimo) }),
    ...(maximo !== undefined && { formatMaximum: plainNumber(maximo) }),
    'x-mensagens': {
      pattern: `Use no máximo ${formatCount(digits, 'dígito', 'dígitos')}${places > 0 ? ` e ${formatCount(places, 'casa', 'casas')}` : ', sem casas'}`,
    },
  };
}

/** Without an exponent, as the decimal parser requires. */
function plainNumber(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return Number.isInteger(value) ? BigInt(value).toString() : value.toFixed(8);
}

/** The options offered: those that are not archived, and those already stored in the record. */
function optionsFor({ opcoes = [] }: CampoRules, present?: unknown): CampoOption[] {
  const chosen = chosenOf(present);
  return opcoes.filter(({ valor, arquivada }) => !arquivada || chosen.includes(valor));
}

import type { JsonSchema } from '../../rules/definitions/definition.ts';
import { formatCount } from '../../rules/format.ts';
import { INITIAL_VALUES } from '../../rules/forms/fieldSchemas.ts';
import type { FormDefinition, FormWidget } from '../../rules/forms/formDefinition.ts';
import { type AnyRecordType, EXTERNAL_CODES } from '../recordType.ts';
import type { RecordField, RecordFields, RecordFieldType } from './recordField.ts';

const MAX_LENGTHS: Partial<Record<RecordFieldType, number>> = { TEXT: 100, TEXTAREA: 2000, EMAIL: 100 };

const DIGITS = 11;

const MAX_ITEMS = 500;

/** Default number of decimal places. */
const PLACES: Partial<Record<RecordFieldType, number>> = { DECIMAL: 3, DINHEIRO: 4, PERCENTUAL: 3 };

export const placesOf = ({ tipo, casas }: Pick<RecordField, 'tipo' | 'casas'>): number =>
  casas ?? PLACES[tipo] ?? 0;

/** Help text for the codes in the form. */
const codesText =
  'Como outros sistemas chamam este registro. Importações e integrações podem usar estes códigos no lugar da chave.';

/** An object keyed by source on the wire; a list in the form, where keys cannot be typed. */
const CODES: RecordField = {
  tipo: 'LISTA',
  titulo: 'Códigos em outros sistemas',
  ajuda: codesText,
  item: 'Código',
  codigo: ['fonte'],
  campos: {
    fonte: { tipo: 'TEXT', titulo: 'Sistema', obrigatorio: true, tamanho: 40 },
    codigo: { tipo: 'TEXT', titulo: 'Código', obrigatorio: true, tamanho: 60 },
  },
};

const text = (field: RecordField): JsonSchema => ({
  type: 'string',
  maxLength: field.tamanho ?? MAX_LENGTHS[field.tipo] ?? 100,
  ...(field.obrigatorio && { minLength: 1, pattern: '\\S' }),
});

/** Text constrained by the field's regular expression, if it has one. */
const matching = (field: RecordField): JsonSchema => {
  const { expressao, expressaoMensagem, titulo } = field;
  if (!expressao) return text(field);
  return {
    ...text(field),
    pattern: expressao,
    'x-mensagens': { pattern: expressaoMensagem ?? `${titulo} não está no formato esperado` },
  };
};

const ofFormat = (format: string) => (): JsonSchema => ({ type: 'string', format });

const SCHEMAS: Record<RecordFieldType, (field: RecordField) => JsonSchema> = {
  TEXT: matching,
  TEXTAREA: text,
  EMAIL: (field) => ({ type: 'string', format: 'email', maxLength: field.tamanho ?? 100 }),
  TELEFONE: ofFormat('phone'),
  CPF: ofFormat('cpf'),
  CNPJ: ofFormat('cnpj'),
  DOCUMENTO: ofFormat('cpfCnpj'),
  CEP: ofFormat('cep'),
  DATE: ofFormat('date'),
  CHAVE_NFE: () => ({
    type: 'string',
    pattern: '^\\d{6}[0-9A-Z]{12}\\d{26}$',
    'x-mensagens': { pattern: 'Chave de acesso inválida: são 44 letras e números' },
  }),
  INTEIRO: ({ minimo = 0, maximo = 2147483647 }) => ({ type: 'integer', minimum: minimo, maximum: maximo }),
  DECIMAL: decimal,
  DINHEIRO: decimal,
  PERCENTUAL: decimal,
  SELECT: ({ opcoes = [] }) => ({ type: 'string', enum: opcoes.map(({ valor }) => valor) }),
  CHECKBOX: () => ({ type: 'boolean' }),
  REFERENCIA: () => ({ type: 'string', minLength: 1, maxLength: 200 }),
  GRUPO: ({ campos = {} }) => objectOf(campos),
  LISTA: ({ campos = {}, item, maximo, minimo }) => ({
    type: 'array',
    items: { ...objectOf(campos), ...(item && { title: item }), ...initialOf(campos) },
    maxItems: maximo ?? MAX_ITEMS,
    ...(minimo && { minItems: minimo }),
  }),
};

/** The values with which a form adds an item; a record as a whole starts with `standardValues`. */
function initialOf(fields: RecordFields): JsonSchema {
  const values = Object.entries(fields).flatMap(([key, { padrao }]) =>
    padrao === undefined ? [] : [[key, padrao]],
  );
  return values.length > 0 ? { [INITIAL_VALUES]: Object.fromEntries(values) } : {};
}

const schemaOf = (field: RecordField): JsonSchema => ({
  title: field.titulo,
  ...(field.ajuda && { description: field.ajuda }),
  ...SCHEMAS[field.tipo](field),
});

/** Schema of a stored record of the type. Forms, imports and calls are all validated with it. */
export const recordSchema = (type: Pick<AnyRecordType, 'campos'>): JsonSchema =>
  objectOf({ ...type.campos, [EXTERNAL_CODES]: CODES });

const WIDGETS: Partial<Record<RecordFieldType, FormWidget>> = {
  TEXTAREA: 'textarea',
  DECIMAL: 'number',
  DINHEIRO: 'money',
  PERCENTUAL: 'percent',
  REFERENCIA: 'autocomplete',
};

/** Prefix of the option source that offers the records of a type. */
export const RECORD_OPTIONS = 'cadastro-';

const uiOf = (fields: RecordFields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, fieldUi(field)]));

/** The form of the type: the same schema with its layout. The server compiles the validator. */
export const recordForm = (type: Pick<AnyRecordType, 'campos'>): Omit<FormDefinition, 'validador'> => ({
  schema: recordSchema(type),
  ui: {
    'ui:order': [...Object.keys(type.campos), EXTERNAL_CODES],
    ...uiOf({ ...type.campos, [EXTERNAL_CODES]: CODES }),
  },
});

function objectOf(fields: RecordFields): JsonSchema {
  const required = Object.entries(fields)
    .filter(([, { obrigatorio }]) => obrigatorio)
    .map(([key]) => key);
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, schemaOf(field)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** An exact decimal as text, compared as a number by its format. */
function decimal(field: RecordField): JsonSchema {
  const { tamanho = DIGITS, minimo, maximo } = field;
  const places = placesOf(field);
  return {
    type: 'string',
    format: 'decimal',
    pattern: `^-?\\d{1,${tamanho}}${places > 0 ? `(\\.\\d{1,${places}})?` : ''}$`,
    ...(minimo !== undefined && { formatMinimum: String(minimo) }),
    ...(maximo !== undefined && { formatMaximum: String(maximo) }),
    'x-mensagens': {
      pattern: `Use no máximo ${formatCount(tamanho, 'dígito', 'dígitos')} e ${formatCount(places, 'casa', 'casas')}`,
    },
  };
}

function fieldUi(field: RecordField): Record<string, unknown> {
  const { tipo, campos = {}, opcoes, referencia, largo } = field;
  if (tipo === 'GRUPO') return { 'ui:order': Object.keys(campos), ...uiOf(campos) };
  if (tipo === 'LISTA')
    return {
      items: { 'ui:order': Object.keys(campos), ...uiOf(campos) },
      'ui:options': { orderable: false },
    };
  const widget = WIDGETS[tipo];
  const options = {
    ...(tipo === 'REFERENCIA' && { origem: `${RECORD_OPTIONS}${referencia}` }),
    ...((tipo === 'DECIMAL' || tipo === 'DINHEIRO' || tipo === 'PERCENTUAL') && { casas: placesOf(field) }),
    ...(largo !== undefined && { largo }),
  };
  return {
    ...(widget && { 'ui:widget': widget }),
    ...(opcoes && {
      'ui:enumNames': Object.fromEntries(opcoes.map(({ valor, rotulo }) => [valor, rotulo])),
    }),
    ...(Object.keys(options).length > 0 && { 'ui:options': options }),
  };
}

/** One code per source: `{ erp: '00123' }`. `null` removes the code of a source. */
export type ExternalCodes = Readonly<Record<string, string | null>>;

interface CodeLine {
  fonte?: string;
  codigo?: string;
}

export const isCodes = (codes: unknown): codes is ExternalCodes =>
  typeof codes === 'object' && codes !== null && !Array.isArray(codes);

/** The codes as lines of a form. */
export const codeLines = (codes: unknown): CodeLine[] =>
  isCodes(codes) ? Object.entries(codes).map(([fonte, codigo]) => ({ fonte, codigo: codigo ?? '' })) : [];

/** The lines in their wire format; a source of `before` that is no longer among them is removed. */
export function codesOf(lines: unknown, before: unknown): ExternalCodes {
  const given = (Array.isArray(lines) ? (lines as CodeLine[]) : []).flatMap(({ fonte, codigo }) =>
    fonte ? [[fonte, codigo ?? ''] as const] : [],
  );
  const gone = Object.keys(isCodes(before) ? before : {}).map((fonte) => [fonte, null] as const);
  return Object.fromEntries([...gone, ...given]);
}

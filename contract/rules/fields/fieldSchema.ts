import type { JsonSchema } from '../definitions/definition.ts';
import { formatCount } from '../format.ts';
import type { FormWidget } from '../forms/formDefinition.ts';

/** Longest texts and numbers where a field says nothing. */
export const DEFAULT_SIZE: Partial<Record<ExtraFieldType, number>> = {
  TEXT: 100,
  TEXTAREA: 1000,
  EMAIL: 100,
  INTEIRO: 9,
  DECIMAL: 12,
  DINHEIRO: 12,
};

/** What the database keeps exactly, and a person can still read. */
export const MOST_DIGITS = 15;

export const DEFAULT_DECIMALS = 2;

export const sizeOf = ({ tipo, tamanho }: ExtraField): number => tamanho ?? DEFAULT_SIZE[tipo] ?? 100;

export const decimalsOf = ({ tipo, casas }: ExtraField): number =>
  tipo === 'DECIMAL' ? (casas ?? DEFAULT_DECIMALS) : DEFAULT_DECIMALS;

/**
 * What a value of the field must be. `present` is what the record holds already: an option that was archived since
 * stays good there, and is offered nowhere else.
 */
export function fieldSchema(field: ExtraField, present?: unknown): JsonSchema {
  return {
    title: field.titulo,
    ...(field.ajuda && { description: field.ajuda }),
    ...SCHEMAS[field.tipo](field, present),
  };
}

const filledText = { minLength: 1, pattern: '\\S' };

const text = (field: ExtraField): JsonSchema => ({
  type: 'string',
  maxLength: sizeOf(field),
  ...(field.obrigatorio && filledText),
});

/** Values of a field of options, whether it takes one or several; a field that took one may take several since. */
export const chosenOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string');

const choice = (field: ExtraField, present: unknown): JsonSchema => ({
  type: 'string',
  enum: optionsFor(field, present).map(({ valor }) => valor),
});

const SCHEMAS: Record<ExtraFieldType, (field: ExtraField, present: unknown) => JsonSchema> = {
  TEXT: text,
  TEXTAREA: text,
  EMAIL: (field) => ({ type: 'string', format: 'email', maxLength: sizeOf(field) }),
  TELEFONE: () => ({ type: 'string', format: 'phone' }),
  DATE: () => ({ type: 'string', format: 'date' }),
  INTEIRO: (field) => {
    const most = 10 ** sizeOf(field) - 1;
    return { type: 'integer', minimum: field.minimo ?? -most, maximum: field.maximo ?? most };
  },
  DECIMAL: (field) => decimal(field),
  DINHEIRO: (field) => decimal(field),
  SELECT: choice,
  RADIO: choice,
  MULTISELECT: (field, present) => ({
    type: 'array',
    items: { type: 'string', enum: optionsFor(field, present).map(({ valor }) => valor) },
    uniqueItems: true,
    ...(field.tamanho && { maxItems: field.tamanho }),
    ...(field.obrigatorio && { minItems: 1 }),
  }),
  // A required box is one that must be ticked.
  CHECKBOX: ({ obrigatorio }) => ({ type: 'boolean', ...(obrigatorio && { const: true }) }),
};

/** Exact text, compared as a number by its format. */
function decimal(field: ExtraField): JsonSchema {
  const places = decimalsOf(field);
  const digits = sizeOf(field);
  const fraction = places > 0 ? `(\\.\\d{1,${places}})?` : '';
  return {
    type: 'string',
    format: 'decimal',
    pattern: `^-?\\d{1,${digits}}${fraction}$`,
    ...(field.minimo !== undefined && { formatMinimum: plainNumber(field.minimo) }),
    ...(field.maximo !== undefined && { formatMaximum: plainNumber(field.maximo) }),
    'x-mensagens': {
      pattern: `Use no máximo ${formatCount(digits, 'dígito', 'dígitos')}${places > 0 ? ` e ${formatCount(places, 'casa', 'casas')}` : ', sem casas'}`,
    },
  };
}

/** Without an exponent, as decimals are read. */
const plainNumber = (value: number): string =>
  Number.isInteger(value) ? BigInt(value).toString() : value.toFixed(8);

/** How the field is drawn. */
export function fieldUi(field: ExtraField, present?: unknown): Record<string, unknown> {
  const { widget, options } = fieldTypes[field.tipo];
  const shown = options ? optionsFor(field, present) : [];
  return {
    'ui:widget': widget,
    ...(options && {
      'ui:enumNames': Object.fromEntries(
        shown.map(({ valor, rotulo, arquivada }) => [valor, arquivada ? `${rotulo} (arquivada)` : rotulo]),
      ),
    }),
    'ui:options': {
      ...(field.tipo === 'DECIMAL' && { casas: decimalsOf(field) }),
      ...(field.tipo === 'TEXTAREA' && { largo: true }),
    },
  };
}

interface FieldType {
  /** What people call it. */
  label: string;
  widget: FormWidget;
  options?: true;
  /** Values that are numbers; DECIMAL and DINHEIRO travel as exact text. */
  number?: true;
  /** What a filter asks: one of several values, or a span. TEXTAREA cannot be filtered. */
  filter: 'VALOR' | 'FAIXA' | null;
  /** Types that a published field may become without touching what is stored. */
  mayBecome: readonly ExtraFieldType[];
}

export const fieldTypes: Readonly<Record<ExtraFieldType, FieldType>> = {
  TEXT: { label: 'Texto', widget: 'text', filter: 'VALOR', mayBecome: ['TEXTAREA'] },
  TEXTAREA: { label: 'Texto longo', widget: 'textarea', filter: null, mayBecome: ['TEXT'] },
  INTEIRO: {
    label: 'Número inteiro',
    widget: 'integer',
    number: true,
    filter: 'FAIXA',
    mayBecome: ['DECIMAL'],
  },
  DECIMAL: { label: 'Número com casas', widget: 'number', number: true, filter: 'FAIXA', mayBecome: [] },
  DINHEIRO: { label: 'Valor em reais', widget: 'money', number: true, filter: 'FAIXA', mayBecome: [] },
  DATE: { label: 'Data', widget: 'date', filter: 'FAIXA', mayBecome: [] },
  SELECT: {
    label: 'Lista',
    widget: 'select',
    options: true,
    filter: 'VALOR',
    mayBecome: ['RADIO', 'MULTISELECT'],
  },
  RADIO: {
    label: 'Opções à vista',
    widget: 'radio',
    options: true,
    filter: 'VALOR',
    mayBecome: ['SELECT', 'MULTISELECT'],
  },
  MULTISELECT: {
    label: 'Várias escolhas',
    widget: 'multiselect',
    options: true,
    filter: 'VALOR',
    mayBecome: [],
  },
  CHECKBOX: { label: 'Sim ou não', widget: 'checkbox', filter: 'VALOR', mayBecome: [] },
  EMAIL: { label: 'E-mail', widget: 'email', filter: 'VALOR', mayBecome: [] },
  TELEFONE: { label: 'Telefone', widget: 'phone', filter: 'VALOR', mayBecome: [] },
};

/** What extra fields hang on. The name is the file's (schemas/fields/<entity>.json) and `entidade` on the wire. */
export const FIELD_ENTITIES = ['cliente', 'ticket'] as const;

export type FieldEntity = (typeof FIELD_ENTITIES)[number];

export const EXTRA_FIELD_TYPES = [
  'TEXT',
  'TEXTAREA',
  'INTEIRO',
  'DECIMAL',
  'DINHEIRO',
  'DATE',
  'SELECT',
  'RADIO',
  'MULTISELECT',
  'CHECKBOX',
  'EMAIL',
  'TELEFONE',
] as const;

export type ExtraFieldType = (typeof EXTRA_FIELD_TYPES)[number];

export interface ExtraFieldOption {
  valor: string;
  rotulo: string;
  /** No longer offered, still readable where it was chosen. */
  arquivada?: boolean;
}

/** A field that administrators added. `chave` never changes; everything else may. */
export interface ExtraField {
  chave: string;
  titulo: string;
  tipo: ExtraFieldType;
  ajuda?: string;
  /** Asked of new and changed records; old ones stay good. */
  obrigatorio?: boolean;
  opcoes?: ExtraFieldOption[];
  /** TEXT, TEXTAREA: most characters; MULTISELECT: most choices; numbers: most digits. */
  tamanho?: number;
  casas?: number;
  minimo?: number;
  maximo?: number;
  padrao?: unknown;
  grupo?: string;
  /** Shown, and asked, only while another field has one of these values. */
  visivelSe?: { campo: string; valores: (string | boolean)[] };
  /** Offered as a column, as a filter (indexed), in exports. */
  coluna?: boolean;
  filtravel?: boolean;
  exportar?: boolean;
  /** End consumers see and fill it too (tickets). */
  publico?: boolean;
  /** Tells something of a person (LGPD): whoever may not see personal data is not asked for it, and does not see it. */
  pessoal?: boolean;
  /** Out of forms; values stay readable in the record. */
  arquivado?: boolean;
}

/** A file of schemas/fields/. */
export interface ExtraFieldsDefinition {
  formato: 1;
  id: FieldEntity;
  titulo: string;
  descricao?: string;
  /** In the order in which they are shown. */
  campos: ExtraField[];
  testes?: { valores: Record<string, unknown>; espera: 'valido' | { campo: string }[] }[];
}

/** What is offered: what is not archived, and what the record holds already. */
function optionsFor({ opcoes = [] }: ExtraField, present?: unknown): ExtraFieldOption[] {
  const held = chosenOf(present);
  return opcoes.filter(({ valor, arquivada }) => !arquivada || held.includes(valor));
}

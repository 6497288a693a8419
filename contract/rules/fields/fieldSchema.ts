import type { JsonSchema } from '../definitions/definition.ts';
import { formatCount } from '../format.ts';
import type { FormWidget, UiSchema } from '../forms/formDefinition.ts';

/** Default maximum lengths of texts and digits of numbers. */
export const DEFAULT_SIZE: Partial<Record<ExtraFieldType, number>> = {
  TEXT: 100,
  TEXTAREA: 1000,
  EMAIL: 100,
  INTEIRO: 9,
  DECIMAL: 12,
  DINHEIRO: 12,
};

/** Maximum number of digits that the database stores exactly and a person can still read. */
export const MAX_DIGITS = 15;

export const DEFAULT_DECIMALS = 2;

export const sizeOf = ({ tipo, tamanho }: ExtraField): number => tamanho ?? DEFAULT_SIZE[tipo] ?? 100;

export const decimalsOf = ({ tipo, casas }: ExtraField): number =>
  tipo === 'DECIMAL' ? (casas ?? DEFAULT_DECIMALS) : DEFAULT_DECIMALS;

/**
 * Schema of the field's value. `present` is the value already stored in the record: an option archived since then remains
 * valid there, but is not offered elsewhere.
 */
export function fieldSchema(field: ExtraField, present?: unknown): JsonSchema {
  return {
    title: field.titulo,
    ...(field.ajuda && { description: field.ajuda }),
    ...(field.cadastro ? field.cadastro.schema : SCHEMAS[field.tipo](field, present)),
  };
}

const filledText = { minLength: 1, pattern: '\\S' };

const text = (field: ExtraField): JsonSchema => ({
  type: 'string',
  maxLength: sizeOf(field),
  ...(field.obrigatorio && filledText),
});

/**
 * A chosen option whose source is elsewhere, stored with the name that it had when it was chosen: whoever shows or sends it
 * needs no source.
 */
export interface NamedOption {
  valor: string;
  rotulo: string;
}

export const isNamedOption = (value: unknown): value is NamedOption =>
  typeof value === 'object' && value !== null && 'valor' in value && 'rotulo' in value;

/**
 * Values of an option field as texts, whether it takes one or several, since a field with one value may later be changed to
 * accept several.
 */
export const chosenOf = (value: unknown): string[] =>
  [value].flat().flatMap((each) => {
    const chosen = isNamedOption(each) ? each.valor : each;
    return typeof chosen === 'string' || typeof chosen === 'number' ? [String(chosen)] : [];
  });

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
  // A required checkbox is one that must be ticked.
  CHECKBOX: ({ obrigatorio }) => ({ type: 'boolean', ...(obrigatorio && { const: true }) }),
};

/** An exact decimal as text, compared as a number by its format. */
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

/** Without an exponent, as the decimal parser requires. */
const plainNumber = (value: number): string =>
  Number.isInteger(value) ? BigInt(value).toString() : value.toFixed(8);

/** Layout of the field. */
export function fieldUi(field: ExtraField, present?: unknown): UiSchema {
  if (field.cadastro) return field.cadastro.ui;
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
  label: string;
  widget: FormWidget;
  options?: true;
  /** Whether the values are numbers; DECIMAL and DINHEIRO are sent as exact text. */
  number?: true;
  /** The filter that it offers: one of several values, or a range. TEXTAREA cannot be filtered. */
  filter: 'VALOR' | 'FAIXA' | null;
  /** Types to which a published field may be changed without touching stored values. */
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

/**
 * The entities that can have extra fields. The name is that of the file (schemas/fields/<entity>.json) and of `entidade` on
 * the wire.
 */
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
  /** No longer offered, but still readable where it was chosen. */
  arquivada?: boolean;
}

/** A field added by administrators. `chave` never changes; everything else may. */
export interface ExtraField {
  chave: string;
  titulo: string;
  tipo: ExtraFieldType;
  ajuda?: string;
  /** Required in new and changed records; existing ones remain valid. */
  obrigatorio?: boolean;
  opcoes?: ExtraFieldOption[];
  /** TEXT, TEXTAREA: maximum number of characters; MULTISELECT: of choices; numbers: of digits. */
  tamanho?: number;
  casas?: number;
  minimo?: number;
  maximo?: number;
  padrao?: unknown;
  grupo?: string;
  /** Shown and asked for only while another field has one of these values. */
  visivelSe?: { campo: string; valores: (string | boolean)[] };
  /** Offered as a column, as a filter (indexed) and in exports. */
  coluna?: boolean;
  filtravel?: boolean;
  exportar?: boolean;
  /** Whether end consumers also see it and fill it in (tickets). */
  publico?: boolean;
  /** Whether it is personal data (LGPD): people who may not see personal data are neither asked for it nor shown it. */
  pessoal?: boolean;
  /** Hidden from forms; its values remain readable in the record. */
  arquivado?: boolean;
  /** The source of the options, a name of OPTION_SOURCES: the values are stored with their names. Never in a file. */
  origem?: string;
  /**
   * Set for a field of a registration step (registrationFields.ts), never in a file: its schema and layout there, `null` if it
   * can only be shown.
   */
  cadastro?: { schema: JsonSchema; ui: UiSchema } | null;
}

/** A file of schemas/fields/. */
export interface ExtraFieldsDefinition {
  formato: 1;
  id: FieldEntity;
  titulo: string;
  descricao?: string;
  /** In display order. */
  campos: ExtraField[];
  testes?: { valores: Record<string, unknown>; espera: 'valido' | { campo: string }[] }[];
}

/** The options offered: those that are not archived, and those already stored in the record. */
function optionsFor({ opcoes = [] }: ExtraField, present?: unknown): ExtraFieldOption[] {
  const held = chosenOf(present);
  return opcoes.filter(({ valor, arquivada }) => !arquivada || held.includes(valor));
}

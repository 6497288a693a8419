import type { Expression } from '../../expression/tree.ts';
import type { FormWidget } from '../forms/formDefinition.ts';

/** What a field that administrators define may hold. Each place takes some of them: `EXTRA_FIELDS`, `OWN_TYPE_FIELDS`. */
export const CAMPO_TYPES = [
  'TEXT',
  'TEXTAREA',
  'INTEIRO',
  'DECIMAL',
  'DINHEIRO',
  'PERCENTUAL',
  'DATE',
  'INSTANTE',
  'SELECT',
  'RADIO',
  'MULTISELECT',
  'CHECKBOX',
  'EMAIL',
  'TELEFONE',
  'CPF',
  'CNPJ',
  'DOCUMENTO',
  'CEP',
  'CHAVE_NFE',
  'REFERENCIA',
  'LISTA',
  'ARQUIVO',
] as const;

export type CampoType = (typeof CAMPO_TYPES)[number];

/**
 * Who may change a field of an existing record: `ERP`, only calls and files; `CONSOLE`, only people, and values sent by an
 * ERP are ignored; `AMBOS`, the last writer. For new records, the creator sets every field.
 */
export const FIELD_OWNERS = ['AMBOS', 'ERP', 'CONSOLE'] as const;
export type FieldOwner = (typeof FIELD_OWNERS)[number];

export interface CampoOption {
  readonly valor: string;
  readonly rotulo: string;
  /** No longer offered, but still readable where it was chosen. */
  readonly arquivada?: boolean;
}

/**
 * A field that administrators define, as its file has it: of customers and tickets (schemas/fields) and of the company's own
 * record types (schemas/records). The meta-schema of a place says which of these keys it takes.
 */
export interface Campo<Type extends CampoType = CampoType> {
  /** Never changes once records hold values under it. */
  readonly chave: string;
  readonly titulo: string;
  readonly tipo: Type;
  readonly ajuda?: string;
  readonly obrigatorio?: boolean;
  /** CHECKBOX: has to be ticked, as for an agreement; `obrigatorio` alone asks for a yes or a no. */
  readonly marcado?: boolean;
  readonly opcoes?: readonly CampoOption[];
  /** Texts: maximum number of characters; MULTISELECT: of choices; ARQUIVO: of files; numbers with decimal places: of digits before them. */
  readonly tamanho?: number;
  /** DECIMAL, DINHEIRO and PERCENTUAL: number of decimal places. */
  readonly casas?: number;
  /** Of a number; of a list, its number of items. */
  readonly minimo?: number;
  readonly maximo?: number;
  readonly padrao?: unknown;
  readonly grupo?: string;
  /** Shown and asked for only while this is true; its paths are keys of fields beside it and facts of the record. */
  readonly visivelSe?: Expression;
  /** Demanded while this is true, as `obrigatorio` always is. */
  readonly obrigatorioSe?: Expression;
  /** What the value is calculated by, from the fields beside it. Nobody fills it in. */
  readonly formula?: Expression;
  /** Offered as a column, as a filter (indexed) and in exports. */
  readonly coluna?: boolean;
  readonly filtravel?: boolean;
  readonly exportar?: boolean;
  /** Whether end consumers also see it and fill it in (tickets). */
  readonly publico?: boolean;
  /** Personal data (LGPD): shown only to those who may see it, and cleared when the person asks to be forgotten. */
  readonly pessoal?: boolean;
  /** Hidden from forms, lists, files and calls; the values stored in records are kept. */
  readonly arquivado?: boolean;
  /** TEXT: a regular expression that the value must match, and the message shown when it does not. */
  readonly expressao?: string;
  readonly expressaoMensagem?: string;
  /** REFERENCIA: the key of the record type. */
  readonly referencia?: string;
  /** LISTA: the fields of an item, those that identify it, its name, and how many fit into the columns of a sheet. */
  readonly campos?: readonly Campo<Type>[];
  readonly codigo?: readonly string[];
  readonly item?: string;
  readonly emColunas?: number;
  /** Set once and never changed. */
  readonly fixo?: boolean;
  /** Left out of the audit log. */
  readonly sigiloso?: boolean;
  readonly origem?: FieldOwner;
  /** Takes up the full width of the form. */
  readonly largo?: boolean;
  /** Other column titles that a sheet may use for it. */
  readonly sinonimos?: readonly string[];
}

interface CampoTypeInfo {
  label: string;
  widget: FormWidget;
  /** Has a list of options. */
  options?: true;
  /** The values are numbers; those with decimal places are sent as exact text. */
  number?: true;
  /** Has decimal places. */
  decimal?: true;
  /** Typed with points, hyphens and slashes, which are not stored. */
  masked?: true;
  /** What `tamanho` counts; absent where the type has no size. */
  size?: 'caracteres' | 'escolhas' | 'dígitos' | 'arquivos';
  /** Usual size: of texts, of numbers with decimal places and of files. */
  usualSize?: number;
  /** The filter that a list offers: one of several values, or a range. */
  filter: 'VALOR' | 'FAIXA' | null;
}

const DECIMAL = { number: true, decimal: true, size: 'dígitos', usualSize: 12, filter: 'FAIXA' } as const;
const OPTIONS = { options: true, filter: 'VALOR' } as const;

export const campoTypes: Readonly<Record<CampoType, CampoTypeInfo>> = {
  TEXT: { label: 'Texto', widget: 'text', size: 'caracteres', usualSize: 100, filter: 'VALOR' },
  TEXTAREA: { label: 'Texto longo', widget: 'textarea', size: 'caracteres', usualSize: 1000, filter: null },
  INTEIRO: { label: 'Número inteiro', widget: 'integer', number: true, filter: 'FAIXA' },
  DECIMAL: { label: 'Número com casas', widget: 'number', ...DECIMAL },
  DINHEIRO: { label: 'Valor em reais', widget: 'money', ...DECIMAL },
  PERCENTUAL: { label: 'Percentual', widget: 'percent', ...DECIMAL },
  DATE: { label: 'Data', widget: 'date', filter: 'FAIXA' },
  INSTANTE: { label: 'Data e hora', widget: 'instant', filter: 'FAIXA' },
  SELECT: { label: 'Escolha', widget: 'select', ...OPTIONS },
  RADIO: { label: 'Opções à vista', widget: 'radio', ...OPTIONS },
  MULTISELECT: { label: 'Várias escolhas', widget: 'multiselect', size: 'escolhas', ...OPTIONS },
  CHECKBOX: { label: 'Sim ou não', widget: 'checkbox', filter: 'VALOR' },
  EMAIL: { label: 'E-mail', widget: 'email', size: 'caracteres', usualSize: 100, filter: 'VALOR' },
  TELEFONE: { label: 'Telefone', widget: 'phone', filter: 'VALOR' },
  CPF: { label: 'CPF', widget: 'cpf', masked: true, filter: 'VALOR' },
  CNPJ: { label: 'CNPJ', widget: 'cnpj', masked: true, filter: 'VALOR' },
  DOCUMENTO: { label: 'CPF ou CNPJ', widget: 'cpfCnpj', masked: true, filter: 'VALOR' },
  CEP: { label: 'CEP', widget: 'cep', masked: true, filter: 'VALOR' },
  CHAVE_NFE: { label: 'Chave de NF-e', widget: 'text', masked: true, filter: 'VALOR' },
  REFERENCIA: { label: 'Referência a um cadastro', widget: 'autocomplete', filter: 'VALOR' },
  LISTA: { label: 'Lista de itens', widget: 'hidden', filter: null },
  ARQUIVO: { label: 'Arquivos', widget: 'file', size: 'arquivos', usualSize: 6, filter: null },
};

/** Decimal places that a field has unless it says otherwise. */
export const USUAL_PLACES = 2;

/** The range of an INTEIRO that names none. */
const USUAL_MOST = 999_999_999;

/** Maximum number of digits that the database stores exactly and a person can still read. */
export const MAX_DIGITS = 15;

interface Sized {
  tipo: CampoType;
  tamanho?: number | undefined;
}

type Placed = Pick<Campo, 'tipo' | 'casas'>;
type Ranged = Pick<Campo, 'tipo' | 'tamanho' | 'minimo' | 'maximo'>;

/** Maximum number of characters, or of digits; infinite where the type has no size. */
export const sizeOf = ({ tipo, tamanho }: Sized): number =>
  tamanho ?? campoTypes[tipo].usualSize ?? Number.POSITIVE_INFINITY;

export const decimalsOf = ({ tipo, casas }: Placed): number =>
  campoTypes[tipo].decimal ? (casas ?? USUAL_PLACES) : 0;

/** The least and the largest whole number that a field takes, also by its digits. */
export function rangeOf({ tipo, tamanho, minimo, maximo }: Ranged): { least: number; most: number } {
  const bound = tipo === 'INTEIRO' ? USUAL_MOST : 10 ** sizeOf({ tipo, tamanho }) - 1;
  return { least: minimo ?? -bound, most: maximo ?? bound };
}

/** A place where administrators define fields. */
export interface CampoPlace<Type extends CampoType = CampoType> {
  readonly types: readonly Type[];
  /** Types to which a published field may be changed: they read the stored values alike, or the values are judged first. */
  readonly mayBecome: Readonly<Partial<Record<Type, readonly Type[]>>>;
}

/** Customers and tickets. What records refer to, and lists, are fields of own record types; files are not kept there. */
export const EXTRA_FIELDS = {
  types: [
    'TEXT',
    'TEXTAREA',
    'INTEIRO',
    'DECIMAL',
    'DINHEIRO',
    'PERCENTUAL',
    'DATE',
    'INSTANTE',
    'SELECT',
    'RADIO',
    'MULTISELECT',
    'CHECKBOX',
    'EMAIL',
    'TELEFONE',
    'CPF',
    'CNPJ',
    'DOCUMENTO',
    'CEP',
    'CHAVE_NFE',
    'ARQUIVO',
  ],
  mayBecome: {
    TEXT: ['TEXTAREA'],
    TEXTAREA: ['TEXT'],
    INTEIRO: ['DECIMAL'],
    PERCENTUAL: ['DECIMAL'],
    CPF: ['DOCUMENTO', 'TEXT'],
    CNPJ: ['DOCUMENTO', 'TEXT'],
    DOCUMENTO: ['TEXT'],
    CEP: ['TEXT'],
    CHAVE_NFE: ['TEXT'],
    SELECT: ['RADIO', 'MULTISELECT'],
    RADIO: ['SELECT', 'MULTISELECT'],
  },
} as const satisfies CampoPlace;

/** The company's own record types. */
export const OWN_TYPE_FIELDS = {
  types: [
    'TEXT',
    'TEXTAREA',
    'INTEIRO',
    'DECIMAL',
    'DINHEIRO',
    'PERCENTUAL',
    'DATE',
    'INSTANTE',
    'SELECT',
    'RADIO',
    'MULTISELECT',
    'CHECKBOX',
    'EMAIL',
    'TELEFONE',
    'CPF',
    'CNPJ',
    'DOCUMENTO',
    'CEP',
    'CHAVE_NFE',
    'REFERENCIA',
    'LISTA',
  ],
  mayBecome: {
    TEXT: ['TEXTAREA'],
    TEXTAREA: ['TEXT'],
    EMAIL: ['TEXT', 'TEXTAREA'],
    TELEFONE: ['TEXT'],
    CPF: ['DOCUMENTO', 'TEXT'],
    CNPJ: ['DOCUMENTO', 'TEXT'],
    DOCUMENTO: ['TEXT'],
    CEP: ['TEXT'],
    CHAVE_NFE: ['TEXT'],
    SELECT: ['RADIO', 'TEXT'],
    RADIO: ['SELECT', 'TEXT'],
    DECIMAL: ['DINHEIRO', 'PERCENTUAL'],
    DINHEIRO: ['DECIMAL'],
    PERCENTUAL: ['DECIMAL'],
  },
} as const satisfies CampoPlace;

/** What an item of a LISTA takes: what one cell of a sheet can say. */
export const isItemType = (tipo: CampoType): boolean => tipo !== 'LISTA' && tipo !== 'MULTISELECT';

export const mayBecome = ({ mayBecome: types }: CampoPlace, from: CampoType): readonly CampoType[] =>
  types[from] ?? [];

import type { Expression } from '../../expression/tree.ts';
import type { Module } from '../../permissions.ts';
import type { FieldOwner, OWN_TYPE_FIELDS } from '../../rules/fields/campo.ts';
import type { PersonalKind } from '../../rules/privacy/masks.ts';
import type { RecordPermissions, SelectOption } from '../recordType.ts';

/**
 * The types of a record field: those of the company's own types, and groups, which only standard types have. Documents, postal
 * codes and phones are stored without their mask, decimals as exact text with a point.
 */
export type RecordFieldType = (typeof OWN_TYPE_FIELDS.types)[number] | 'GRUPO';

/** A field of a record type, expressed as data: a custom type has the same in its file. */
export interface RecordField {
  readonly tipo: RecordFieldType;
  readonly titulo: string;
  readonly ajuda?: string;
  readonly obrigatorio?: boolean;
  /** Maximum length of a text; for a number, the digits before the decimal separator. */
  readonly tamanho?: number;
  /** Number of decimal places. */
  readonly casas?: number;
  readonly minimo?: number;
  readonly maximo?: number;
  readonly opcoes?: readonly SelectOption[];
  /** REFERENCIA: the key of the referenced type. The field's value is that type's natural key. */
  readonly referencia?: string;
  /** REFERENCIA to a custom type: the kinds of personal data in the code and the name of its records. */
  readonly referidos?: { readonly codigo: PersonalKind | null; readonly nome: PersonalKind | null };
  /** GRUPO and LISTA: the nested fields. */
  readonly campos?: RecordFields;
  /** LISTA: the fields that identify an item. */
  readonly codigo?: readonly string[];
  /** LISTA: the name of a single item. */
  readonly item?: string;
  /** LISTA: maximum number of items that may be given in columns of one line: 'Banco 1', 'Agência 1', 'Banco 2'. */
  readonly emColunas?: number;
  /** Default for new records, and the value to which a cleared field returns. */
  readonly padrao?: string | number | boolean;
  /** Set once and never changed, because other data depends on it. */
  readonly fixo?: boolean;
  /** Not shown to readers of the log, such as a CPF or a date of birth. */
  readonly sigiloso?: boolean;
  /** For custom types; for a standard type an administrator sets it (fieldOwners.ts). */
  readonly origem?: FieldOwner;
  /**
   * Whether it is personal data: masked for some people (personalFields.ts), and cleared when the person asks to be forgotten
   * (LGPD art. 18, VI).
   */
  readonly pessoal?: boolean;
  /** Takes up the full width of the form. */
  readonly largo?: boolean;
  /** TEXT: a regular expression that the value must match, and the message shown when it does not. */
  readonly expressao?: string;
  readonly expressaoMensagem?: string;
  /** TEXT: points, hyphens and slashes are a mask, which is not stored: '8481.80.19' is 84818019. */
  readonly comMascara?: true;
  /** The field in which the range ends that begins in this one. The record is refused if it ends before it begins. */
  readonly ate?: string;
  /** The end of a range: 0 means that it has none. */
  readonly zeroSemFim?: true;
  /** Of a field of the record itself, as of any field that administrators define (campo.ts). */
  readonly visivelSe?: Expression;
  readonly obrigatorioSe?: Expression;
  readonly formula?: Expression;
  /** Other column titles that a sheet may use for it. */
  readonly sinonimos?: readonly string[];
}

export type RecordFields = Readonly<Record<string, RecordField>>;

/** A value as sent over the wire. A field absent from a stored record has no value. */
export type RecordValue = unknown;
/** The fields of a record by their keys. */
export type RecordData = Readonly<Record<string, RecordValue>>;

/** Fields shared by many types, each defined once. */
export const ATIVO = {
  tipo: 'CHECKBOX',
  titulo: 'Em uso',
  padrao: true,
  sinonimos: ['ativo', 'situação', 'status'],
} as const satisfies RecordField;

export const CODIGO = {
  tipo: 'TEXT',
  titulo: 'Código',
  obrigatorio: true,
  tamanho: 40,
  sinonimos: ['cod', 'chave', 'sigla'],
} as const satisfies RecordField;

export const nomeField = (sinonimos: readonly string[] = []) =>
  ({
    tipo: 'TEXT',
    titulo: 'Nome',
    obrigatorio: true,
    tamanho: 100,
    sinonimos: ['descrição', ...sinonimos],
  }) as const satisfies RecordField;

/** Day and time in either notation; programs may add a UTC offset. Dates that do not exist are rejected by the rules. */
export const MOMENT =
  '^([0-9]{2}/[0-9]{2}/[0-9]{4} [0-9]{2}:[0-9]{2}(:[0-9]{2})?|[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?(Z|[+-][0-9]{2}:?[0-9]{2})?)$';

/** A company, by its registration number and its two names. */
export const EMPRESA = {
  cnpj: { tipo: 'CNPJ', titulo: 'CNPJ', obrigatorio: true },
  razaoSocial: { tipo: 'TEXT', titulo: 'Razão social', obrigatorio: true, tamanho: 100, sinonimos: ['nome'] },
  nomeFantasia: {
    tipo: 'TEXT',
    titulo: 'Nome fantasia',
    obrigatorio: true,
    tamanho: 60,
    sinonimos: ['fantasia'],
  },
} as const satisfies RecordFields;

export const EMAIL = { tipo: 'EMAIL', titulo: 'E-mail' } as const satisfies RecordField;

export const TELEFONE = {
  tipo: 'TELEFONE',
  titulo: 'Telefone',
  sinonimos: ['fone', 'tel'],
} as const satisfies RecordField;

type RecordModule = Extract<Module, `CADASTROS_${string}`>;

/** Permissions for the types of one group: the module permits reading, its actions writing. */
export const permissionsOfGroup = (module: RecordModule): RecordPermissions => ({
  ler: module,
  criar: `${module}_CRIAR`,
  alterar: `${module}_ALTERAR`,
  excluir: `${module}_EXCLUIR`,
  importar: `${module}_IMPORTAR`,
});

/** The permissions of a type that the company created itself. */
export const ownRecordPermissions = (type: string): RecordPermissions => ({
  ler: `CADASTRO:${type}`,
  criar: `CADASTRO:${type}:CRIAR`,
  alterar: `CADASTRO:${type}:ALTERAR`,
  excluir: `CADASTRO:${type}:EXCLUIR`,
  importar: `CADASTRO:${type}:IMPORTAR`,
});

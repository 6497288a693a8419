import type { SelectOption } from './recordType.ts';

/**
 * What a field of a record holds. The words are those of extra fields where they have one; the others are the trade's own.
 * Documents, postal codes and phones are kept without their mask, decimals as exact text with a point.
 */
export const RECORD_FIELD_TYPES = [
  'TEXT',
  'TEXTAREA',
  'INTEIRO',
  'DECIMAL',
  'DINHEIRO',
  'PERCENTUAL',
  'DATE',
  'SELECT',
  'CHECKBOX',
  'EMAIL',
  'TELEFONE',
  'CPF',
  'CNPJ',
  'DOCUMENTO',
  'CEP',
  'CHAVE_NFE',
  'REFERENCIA',
  'GRUPO',
  'LISTA',
] as const;
export type RecordFieldType = (typeof RECORD_FIELD_TYPES)[number];

/**
 * By whom a field of a record that stands is changed: `ERP`, by calls and files alone; `CONSOLE`, by people alone, what an
 * ERP sends is left out; `AMBOS`, by whoever wrote last. New records take what whoever makes them says.
 */
export const FIELD_OWNERS = ['AMBOS', 'ERP', 'CONSOLE'] as const;
export type FieldOwner = (typeof FIELD_OWNERS)[number];

/** A field of a record type. It is data: a custom type writes the same in its file. */
export interface RecordField {
  readonly tipo: RecordFieldType;
  readonly titulo: string;
  readonly ajuda?: string;
  readonly obrigatorio?: boolean;
  /** Longest text; of a number its digits before the comma. */
  readonly tamanho?: number;
  /** Digits after the comma. */
  readonly casas?: number;
  readonly minimo?: number;
  readonly maximo?: number;
  readonly opcoes?: readonly SelectOption[];
  /** REFERENCIA: the key of the type that is referred to. Its value is that type's natural key. */
  readonly referencia?: string;
  /** GRUPO and LISTA: the fields within. */
  readonly campos?: RecordFields;
  /** LISTA: the fields that an item is known by. */
  readonly codigo?: readonly string[];
  /** LISTA: what one item is called. */
  readonly item?: string;
  /** LISTA: so many of its items may stand in the columns of one line: 'Banco 1', 'Agência 1', 'Banco 2'. */
  readonly emColunas?: number;
  /** What a new record has where nothing is said, and what clearing the field leaves. */
  readonly padrao?: string | number | boolean;
  /** Set once: others stand on it. */
  readonly fixo?: boolean;
  /** Whoever reads the log need not know it: a CPF, a day of birth. */
  readonly sigiloso?: boolean;
  /** Of a custom type; of a standard one an administrator says it (fieldOwners.ts). */
  readonly origem?: FieldOwner;
  /** Tells something of a person: masked for some (personalFields.ts), emptied when they ask to be forgotten (LGPD art. 18, VI). */
  readonly pessoal?: boolean;
  /** Takes the whole width of the form. */
  readonly largo?: boolean;
  /** TEXT: an expression that the value must match, and what is said where it does not. */
  readonly expressao?: string;
  readonly expressaoMensagem?: string;
  /** Other titles that a sheet may have for it. */
  readonly sinonimos?: readonly string[];
}

export type RecordFields = Readonly<Record<string, RecordField>>;

/** A value as it travels. What is absent in a stored record has no value. */
export type RecordValue = unknown;
/** The fields of a record by their keys. */
export type RecordData = Readonly<Record<string, RecordValue>>;

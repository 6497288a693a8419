import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { RecordData, RecordField, RecordFields } from '../../contract/records/recordField.ts';
import type { AnyRecordType, RecordType } from '../../contract/records/recordType.ts';
import type { Context, User } from '../context.ts';
import type { Executor, Tx } from '../db/client.ts';
import type { PendingRow } from './pendingRow.ts';
import type { StoredRow, Wanted } from './readRecords.ts';

/** The table of a type: its own number, a version that grows with every write, and when that was. */
type RecordTable = PgTable & { id: AnyPgColumn; version: AnyPgColumn; updatedAt: AnyPgColumn };

/** A column whose value is spelled otherwise than the field's. */
export interface StoredColumn {
  column: AnyPgColumn;
  read: (stored: unknown) => unknown;
  write: (value: unknown, stored?: unknown) => unknown;
  /** The column holds more than the field: `write` is asked for no value too, and keeps the rest of what stands. */
  shared?: true;
}

/** A list whose items are rows of a table of their own, known within their record by the `codigo` of the LISTA. */
export interface ItemTable<K extends string = string> {
  table: PgTable & { id: AnyPgColumn };
  /** The record that the item belongs to. */
  parent: AnyPgColumn;
  columns: Readonly<Record<K, AnyPgColumn | StoredColumn>>;
  /** In which the items are answered. */
  order?: AnyPgColumn;
  /** Columns that refer to an item without a foreign key of the database: an item in use is not taken out. */
  referrers?: readonly ReferringColumn[];
  /** Its entity, where other systems are told of each item besides: the record's entry in the audit stands for it. */
  publishedAs?: string;
}

type ColumnOf<F extends RecordField> = F extends { tipo: 'LISTA'; campos: infer Items }
  ? ItemTable<keyof Items & string> | StoredColumn
  : AnyPgColumn | StoredColumn;

/** What the rules and effects of a type work with. */
export interface WritingRecords {
  tx: Tx;
  ctx: RecordContext;
  dryRun: boolean;
}

export type RecordContext = Pick<Context, 'user' | 'ip' | 'requestId' | 'now'>;

/**
 * How the records of a type lie in the database. A field without its column does not compile. Everything else is
 * optional: rules that refuse rows, effects on other tables once they stand, who sees which rows.
 */
export interface RecordMapping<F extends RecordFields = RecordFields> {
  table: RecordTable;
  /** How fields are read, written and asked for, where they have no columns of their own. */
  storage?: RecordStorage;
  /** English noun in the audit: the table's name. */
  entity: string;
  columns: { readonly [K in keyof F]: ColumnOf<F[K]> };
  /** Rows that the person may see, as a condition; absent where whoever may read the type sees all. */
  scope?: (user: User) => SQL | undefined;
  /** Whether the person sees every record of the type, where `scope` is a condition all the same. */
  seesAll?: (user: User) => boolean;
  /** The customer whose the record is, where the type says so. */
  ofCustomer?: AnyPgColumn;
  /** The records that refer to a ticket, where the type does. */
  ofTicket?: (id: number) => SQL;
  /** A search of its own, where there is an index for it; else the folded texts of `busca`. */
  search?: (text: string, db: Executor, user: User) => SQL | Promise<SQL>;
  /** Fills in `row.given` what names the record and what it refers to, before these are looked up. */
  name?: (rows: readonly PendingRow[], writing: WritingRecords) => Promise<void>;
  /** Fills in `row.after` what follows from its other fields, before it is judged. */
  complete?: (row: PendingRow) => void;
  /** Refuses rows (`row.refuse`), each at its field. Called once for all, also on a dry run; writes nothing. */
  rules?: (rows: readonly PendingRow[], writing: WritingRecords) => Promise<void> | void;
  /** What a written row changes elsewhere. Called once for all that were created or changed, in their transaction. */
  effects?: (rows: readonly PendingRow[], writing: WritingRecords) => Promise<void>;
  /** What a deleted row changes elsewhere, as it stood; in its transaction, once it is gone. */
  removed?: (row: StoredRow, writing: WritingRecords) => Promise<void>;
  /**
   * Columns that refer to the table without a foreign key of the database, or by one that takes their rows along: facts
   * of their own, which keep the record from being deleted.
   */
  referrers?: readonly ReferringColumn[];
  /** Says why the person may not delete a record that they see; `null` where they may. */
  removal?: (data: RecordData, writing: Omit<WritingRecords, 'dryRun'>) => Promise<string | null>;
}

/** A column that refers to a record. */
interface ReferringColumn {
  table: PgTable;
  column: AnyPgColumn;
  /** Of the rows of the table those that count. */
  where?: SQL;
}

/** A type with its mapping: what the pipeline, the list and the calls are given. */
export interface MappedType {
  type: AnyRecordType;
  mapping: RecordMapping;
  /** The custom types that it refers to, by their keys; standard ones are known to everybody (registry.ts). */
  targets?: ReadonlyMap<string, ReferenceTarget>;
}

/** What a REFERENCIA may name, and how it is found. */
export interface ReferenceTarget {
  /** The natural key, as text. */
  key: AnyPgColumn | SQL;
  /** The rows of these keys, where an index has them otherwise than as text. */
  among?: (keys: readonly string[]) => SQL;
  table: PgTable;
  id: AnyPgColumn;
  name: AnyPgColumn | SQL;
  /** How a form finds them by what somebody types, and puts them in order, where it is not by key and name. */
  search?: (words: readonly string[]) => SQL | undefined;
  order?: SQL;
  /** Other words for a record, of those that the natural key did not find: as a column holds it, and how it is spelled. */
  alsoBy?: readonly { of: AnyPgColumn | SQL; spelled: (text: string) => string }[];
  /** The rows of the table that are of the type, where it is not alone in it. */
  within?: SQL | undefined;
  /** Rows that a form offers; what is stored keeps its name. */
  inUse?: SQL | undefined;
  /** Rows that the person may see: nobody refers to another. */
  scope?: ((user: User) => SQL | undefined) | undefined;
  /** The field of the natural key: its spelling is the reference's. */
  field: RecordField;
  /** 'Região' … 'não encontrada'. */
  titulo: { um: string; muitos: string; genero: 'm' | 'f' };
}

/** The rows that have one of these natural keys, by the index of the key. */
export const amongKeys = ({ key, among }: ReferenceTarget, keys: readonly string[]): SQL =>
  among?.(keys) ?? sql`${key} = any(${sql.param([...keys])}::text[])`;

/** Holds a mapping to the fields of its type. */
export const mapRecords = <const F extends RecordFields>(
  type: RecordType<F>,
  mapping: RecordMapping<F>,
): MappedType => ({
  type: type as unknown as AnyRecordType,
  // The fields were checked above; from here on every type is alike.
  mapping: mapping as unknown as RecordMapping,
});

export const isItemTable = (column: AnyPgColumn | StoredColumn | ItemTable): column is ItemTable =>
  'parent' in column;

export const isStored = (column: AnyPgColumn | StoredColumn | ItemTable): column is StoredColumn =>
  'write' in column;

/** The column of a field; `null` of a list that has a table of its own. */
export const columnOf = (mapped: AnyPgColumn | StoredColumn | ItemTable | undefined): AnyPgColumn | null => {
  if (!mapped || isItemTable(mapped)) return null;
  return isStored(mapped) ? mapped.column : mapped;
};

/**
 * Where the fields of a type lie, for types whose fields have no columns of their own: what the pipeline, the list and the
 * calls ask of a table, in their words.
 */
export interface RecordStorage {
  /**
   * Before a transaction that writes takes its first lock: what the type says stays as it is until it ends. Throws where
   * somebody changed it meanwhile. Whoever changes it comes upon the records after the type, so writers do as well.
   */
  hold: (tx: Tx) => Promise<void>;
  read: (db: Executor, wanted: Wanted) => Promise<StoredRow[]>;
  /** Gives each row its number; one whose key somebody else made meanwhile is left without. */
  insert: (tx: Tx, rows: readonly PendingRow[], now: Date) => Promise<void>;
  /** Of each row what differs (`row.changed`). */
  update: (tx: Tx, rows: readonly PendingRow[], now: Date) => Promise<void>;
  /** The rows that have one of these natural keys. */
  amongKeys: (keys: readonly unknown[][]) => SQL;
  /** What a list is ordered by; `null` for a field that orders none. */
  orderOf: (key: string) => { key: SQL; type: 'text' | 'numeric'; nullable: boolean } | null;
  /** The field has one of these values; of a reference they are natural keys. */
  equals: (key: string, values: readonly unknown[]) => SQL;
}

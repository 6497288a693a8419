import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { personalKind } from '#contract/records/fields/personalFields.ts';
import type { RecordData, RecordField, RecordFields } from '#contract/records/fields/recordField.ts';
import type { AnyRecordType, RecordType } from '#contract/records/recordType.ts';
import type { PersonalKind } from '#contract/rules/privacy/masks.ts';
import type { Context, User } from '../context.ts';
import type { Executor, Tx } from '../db/client.ts';
import { isFindable } from '../session/personalData.ts';
import type { StoredRow, Wanted } from './read/storedRow.ts';
import type { PendingRow } from './write/pendingRow.ts';

/** A type's table: an id, a version that increases with every write, and the time of the last write. */
type RecordTable = PgTable & { id: AnyPgColumn; version: AnyPgColumn; updatedAt: AnyPgColumn };

/** A column that stores its value in another form than the field's. */
export interface StoredColumn {
  column: AnyPgColumn;
  read: (stored: unknown) => unknown;
  write: (value: unknown, stored?: unknown) => unknown;
  /**
   * The column holds more than this field: `write` is also called without a value, and keeps the rest of the stored content.
   */
  shared?: true;
}

/** A list whose items are rows of their own table, identified within their record by the `codigo` of the LISTA. */
export interface ItemTable<K extends string = string> {
  table: PgTable & { id: AnyPgColumn };
  /** The column of the record that the item belongs to. */
  parent: AnyPgColumn;
  columns: Readonly<Record<K, AnyPgColumn | StoredColumn>>;
  /** The order in which the items are returned. */
  order?: AnyPgColumn;
  /** Columns that reference an item without a database foreign key; an item in use cannot be removed. */
  referrers?: readonly ReferringColumn[];
  /**
   * False for an item that was taken off the list and kept, because orders and tickets name it as it was. Such an item is never
   * turned into another one.
   */
  inUse?: AnyPgColumn;
  /** The entity under which each item is also published to other systems; in the audit, the record's own entry covers it. */
  publishedAs?: string;
}

type ColumnOf<F extends RecordField> = F extends { tipo: 'LISTA'; campos: infer Items }
  ? ItemTable<keyof Items & string> | StoredColumn
  : AnyPgColumn | StoredColumn;

/** What a type's rules and effects work with. */
export interface WritingRecords {
  tx: Tx;
  ctx: RecordContext;
  dryRun: boolean;
}

export type RecordContext = Pick<Context, 'user' | 'ip' | 'requestId' | 'now'>;

/**
 * How a type's records are stored in the database. A field without its column does not compile. Everything else is optional:
 * rules that refuse rows, effects on other tables after writing, and who sees which rows.
 */
export interface RecordMapping<F extends RecordFields = RecordFields> {
  table: RecordTable;
  /** How fields are read, written and queried if they have no columns of their own. */
  storage?: RecordStorage;
  /** The English noun used in the audit: the table's name. */
  entity: string;
  columns: { readonly [K in keyof F]: ColumnOf<F[K]> };
  /** A condition for the rows that the person may see; absent if everyone who may read the type sees all rows. */
  scope?: (user: User) => SQL | undefined;
  /** The same condition for a user who sees few rows, worded so that an index finds these; `null` if they may be many. */
  scopeOfFew?: (db: Executor, user: User) => Promise<SQL | null>;
  /** The rows of the table that belong to the type, if the table holds several types. */
  within?: SQL;
  /** Whether the person sees every record of the type even though `scope` returns a condition. */
  seesAll?: (user: User) => boolean;
  /** The column of the record's customer, if the type has one. */
  ofCustomer?: AnyPgColumn;
  /** The records that reference a ticket, if the type does. */
  ofTicket?: (id: number) => SQL;
  /** A search of its own, if there is an index for it; otherwise the folded text of the `busca` fields is searched. */
  search?: (text: string, db: Executor, user: User) => SQL | Promise<SQL>;
  /** Fills in `row.given` with what identifies the record and its references, before these are looked up. */
  name?: (rows: readonly PendingRow[], writing: WritingRecords) => Promise<void>;
  /** Fills in `row.after` with what follows from its other fields, before validation. */
  complete?: (row: PendingRow) => void;
  /** Refuses rows (`row.refuse`), each for a specific field. Called once for all rows, also on a dry run; writes nothing. */
  rules?: (rows: readonly PendingRow[], writing: WritingRecords) => Promise<void> | void;
  /**
   * Applies the effects of written rows on other tables. Called once for all created or changed rows, in their transaction.
   */
  effects?: (rows: readonly PendingRow[], writing: WritingRecords) => Promise<void>;
  /** Applies the effects of a deleted row, given as it was; called in its transaction, after the deletion. */
  removed?: (row: StoredRow, writing: WritingRecords) => Promise<void>;
  /** Columns of an export beyond the fields, for what is known of the records and stored elsewhere. */
  facts?: readonly ExportedFact[];
  /**
   * Columns that reference the table without a database foreign key, or with one that cascades: facts in their own right,
   * which prevent the record from being deleted.
   */
  referrers?: readonly ReferringColumn[];
  /** The reason why the person may not delete a record that they can see; `null` if they may. */
  removal?: (data: RecordData, writing: Omit<WritingRecords, 'dryRun'>) => Promise<string | null>;
}

interface ExportedFact {
  title: string;
  /** In characters. */
  width: number;
  /** The texts of some records, by id; one that is absent has none. */
  read: (db: Executor, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
}

/** A column that references a record. */
interface ReferringColumn {
  table: PgTable;
  column: AnyPgColumn;
  /** Limits which of the table's rows count. */
  where?: SQL;
}

/** A type with its mapping, as used by the pipeline, the list and the calls. */
export interface MappedType {
  type: AnyRecordType;
  mapping: RecordMapping;
  /** The custom types that it references, by key; standard types are in the registry (registry.ts). */
  targets?: ReadonlyMap<string, ReferenceTarget>;
}

/** What a REFERENCIA may point to, and how it is found. */
export interface ReferenceTarget {
  /** The natural key, as text. */
  key: AnyPgColumn | SQL;
  /** Matches the rows with these keys, if the index holds the keys in another form than text. */
  among?: (keys: readonly string[]) => SQL;
  table: PgTable;
  id: AnyPgColumn;
  name: AnyPgColumn | SQL;
  /** How a form searches by typed text and sorts the matches, if not by key and name. */
  search?: (words: readonly string[]) => SQL | undefined;
  order?: SQL;
  /**
   * Alternative identifiers, tried for texts that match no natural key: the column's content, and how the text is normalized
   * to match it.
   */
  alternatives?: readonly { of: AnyPgColumn | SQL; spelled: (text: string) => string }[];
  /** Limits the table to the type's rows, if it holds several types. */
  within?: SQL | undefined;
  /** Limits which rows a form offers; stored references keep their name. */
  inUse?: SQL | undefined;
  /** Limits the rows that the person may see, and therefore reference. */
  scope?: ((user: User) => SQL | undefined) | undefined;
  /** The field of the natural key, which determines how a reference is written. */
  field: RecordField;
  /** The kind of personal data in the names of the records. */
  nameKind: PersonalKind | null;
  /** Used in messages such as 'Região' … 'não encontrada'. */
  titulo: { um: string; muitos: string; genero: 'm' | 'f' };
}

/** The same, limited to the records that the user may find by their key. */
export const findableAmong = (user: User, target: ReferenceTarget, keys: readonly string[]): SQL =>
  amongKeys(
    target,
    keys.filter((key) => idOfNumberKey(key) !== null || isFindable(user, personalKind(target.field), key)),
  );

/** A record's key as the user may choose it: its number, where they see the key masked. */
export const shownKey = (
  user: User,
  target: ReferenceTarget,
  { id, key }: { id: number; key: string },
): string => (isFindable(user, personalKind(target.field), key) ? key : numberKey(id));

/**
 * How a record is referred to by whoever sees its key masked, and so cannot send it: by its number. Accepted wherever a natural
 * key is.
 */
export const numberKey = (id: number): string => `${NUMBER}${id}`;

const NUMBER = 'id:';

/** The number in such a key; `null` for any other text. */
export function idOfNumberKey(text: string): number | null {
  const id = text.startsWith(NUMBER) ? text.slice(NUMBER.length) : '';
  return /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647 ? Number(id) : null;
}

/** Matches the rows that have one of these natural keys, using the key's index, or one of these numbers. */
export function amongKeys({ id, key, among }: ReferenceTarget, keys: readonly string[]): SQL {
  const ids = keys.flatMap((text) => idOfNumberKey(text) ?? []);
  const natural = keys.filter((text) => idOfNumberKey(text) === null);
  const byKey = among?.(natural) ?? sql`${key} = any(${sql.param(natural)}::text[])`;
  return ids.length === 0 ? byKey : sql`(${byKey} or ${id} = any(${sql.param(ids)}::int[]))`;
}

/** Checks a mapping against the fields of its type. */
export const mapRecords = <const F extends RecordFields>(
  type: RecordType<F>,
  mapping: RecordMapping<F>,
): MappedType => ({
  type: type as unknown as AnyRecordType,
  // The fields were checked above; from here on all types are handled alike.
  mapping: mapping as unknown as RecordMapping,
});

export const isItemTable = (column: AnyPgColumn | StoredColumn | ItemTable): column is ItemTable =>
  'parent' in column;

export const isStored = (column: AnyPgColumn | StoredColumn | ItemTable): column is StoredColumn =>
  'write' in column;

/** The column of a field; `null` for a list with its own table. */
export const columnOf = (mapped: AnyPgColumn | StoredColumn | ItemTable | undefined): AnyPgColumn | null => {
  if (!mapped || isItemTable(mapped)) return null;
  return isStored(mapped) ? mapped.column : mapped;
};

/**
 * The storage of types whose fields have no columns of their own: offers what the pipeline, the list and the calls need from
 * a table.
 */
export interface RecordStorage {
  /**
   * Must be called before a writing transaction takes its first lock; the type's definition then cannot change until the
   * transaction ends. Throws if the definition has been changed meanwhile. Publishing locks the type before the records, so
   * writers must use the same order.
   */
  lockDefinition: (tx: Tx) => Promise<void>;
  read: (db: Executor, wanted: Wanted) => Promise<StoredRow[]>;
  /** Sets the id of each row; a row whose key was inserted by another transaction meanwhile is left without one. */
  insert: (tx: Tx, rows: readonly PendingRow[], now: Date) => Promise<void>;
  /** Writes only the fields that differ (`row.changed`). */
  update: (tx: Tx, rows: readonly PendingRow[], now: Date) => Promise<void>;
  /** Matches the rows that have one of these natural keys. */
  amongKeys: (keys: readonly unknown[][]) => SQL;
  /** The sort expression of a field; `null` if lists cannot be sorted by it. */
  orderOf: (key: string) => { key: SQL; type: 'text' | 'numeric'; nullable: boolean } | null;
  /** Matches rows whose field has one of these values; for a reference they are ids. */
  equals: (key: string, values: readonly unknown[]) => SQL;
}

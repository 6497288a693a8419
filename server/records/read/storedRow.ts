import type { SQL } from 'drizzle-orm';
import type { RecordData, RecordField } from '#contract/records/fields/recordField.ts';

/** A stored record. */
export interface StoredRow {
  id: number;
  version: number;
  /** Its natural key as stored in the database. */
  key: readonly unknown[];
  /** The normalized fields; a field without a value is absent. */
  data: RecordData;
  /** The stored content of columns that hold more than their field. */
  shared: Readonly<Record<string, unknown>>;
  /** The names of the referenced records, by field. */
  labels: Record<string, string>;
}

/** Which records to read, and how much of them. */
export interface Wanted {
  where: SQL | undefined;
  orderBy?: SQL;
  limit?: number;
  /**
   * Locks the rows until the transaction ends, in id order. The lock for changing rows still lets others write references to
   * them; the one for deleting does not.
   */
  lock?: SQL | undefined;
  /** Reads what a list shows: without lists and codes, but with the names of references. */
  brief?: boolean;
  /** Which lists to read; by default none for a brief read and all otherwise. */
  lists?: (field: RecordField, key: string) => boolean;
  /** Whether to read the external codes; by default not for a brief read. */
  codes?: boolean;
}

import type { SQL } from 'drizzle-orm';
import type { Executor, Tx } from '../db/client.ts';
import type { PendingRow } from './pendingRow.ts';
import type { StoredRow, Wanted } from './readRecords.ts';

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

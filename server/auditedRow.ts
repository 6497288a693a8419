import type { PgTable } from 'drizzle-orm/pg-core';

type RowOf<T extends PgTable> = T['$inferSelect'] & object;
type Column<T extends PgTable> = keyof RowOf<T> & string;

/** Bookkeeping columns, as opposed to content entered by users. */
type OfTheRecord = 'id' | 'version' | 'createdAt' | 'updatedAt';

/** Describes a row, or a change to it, for the audit log. */
interface AuditedRow<Row> {
  (row: Row): Record<string, unknown>;
  /** The fields that differ between two states of a row, before and after. */
  change: (before: Row, after: Row) => { before: Record<string, unknown>; after: Record<string, unknown> };
}

/**
 * Logs every column of a table under a human-readable word, except those explicitly left out. A new column does not compile
 * until it has a word or is left out, so that nothing is logged or omitted by accident.
 */
export function auditedRow<T extends PgTable, const Left extends Column<T> = never>(
  _table: T,
  {
    words,
  }: {
    words: Record<Exclude<Column<T>, OfTheRecord | Left>, string>;
    /** Each with its reason in a comment beside it. */
    leftOut?: readonly Left[];
  },
): AuditedRow<RowOf<T>> {
  const columns = Object.entries(words) as [Column<T>, string][];
  const audited = (row: RowOf<T>) =>
    Object.fromEntries(columns.map(([column, word]) => [word, plain(row[column])]));
  const change = (before: RowOf<T>, after: RowOf<T>) => {
    const moved = columns.filter(([column]) => textOf(before[column]) !== textOf(after[column]));
    const only = (row: RowOf<T>) =>
      Object.fromEntries(moved.map(([column, word]) => [word, plain(row[column])]));
    return { before: only(before), after: only(after) };
  };
  return Object.assign(audited, { change });
}

const plain = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);
const textOf = (value: unknown): string => JSON.stringify(value) ?? '';

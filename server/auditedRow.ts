import type { PgTable } from 'drizzle-orm/pg-core';

type RowOf<T extends PgTable> = T['$inferSelect'] & object;
type Column<T extends PgTable> = keyof RowOf<T> & string;

/** Columns that are of the record and not of what somebody wrote into it. */
type OfTheRecord = 'id' | 'version' | 'createdAt' | 'updatedAt';

/** How the log tells a row, and what a change made of it. */
interface AuditedRow<Row> {
  (row: Row): Record<string, unknown>;
  /** Of two states of a row what differs, before and after. */
  change: (before: Row, after: Row) => { before: Record<string, unknown>; after: Record<string, unknown> };
}

/**
 * Every column of a table under the word that people know it by, less those that are left out by name. A new column does
 * not compile until it has a word or is left out: what is logged is never a choice that somebody made before it came.
 */
export function auditedRow<T extends PgTable, const Left extends Column<T> = never>(
  _table: T,
  {
    words,
  }: {
    words: Record<Exclude<Column<T>, OfTheRecord | Left>, string>;
    /** Each with its reason beside it. */
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

import type { PgTable } from 'drizzle-orm/pg-core';

type RowOf<T extends PgTable> = T['$inferSelect'] & object;
type Column<T extends PgTable> = keyof RowOf<T> & string;

/** Bookkeeping columns, which are written by the row itself, as opposed to content entered by users. */
export type OfTheRecord = 'id' | 'version' | 'createdAt' | 'updatedAt';

/** What the audit log says of a row. */
export interface Facts {
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Rows of a table in the words of the audit log. */
interface RowFacts<Row> {
  of: (row: Row) => Record<string, unknown>;
  /** The fields that differ between two states of a row, before and after. */
  difference: (before: Row, after: Row) => Required<Facts>;
}

/**
 * Logs every column of a table under a human-readable word, except those explicitly left out. A new column does not compile
 * until it has a word or is left out, so that nothing is logged or omitted by accident. Whoever writes rows by `rowOf` has
 * this from it; tickets and orders, which are written by commands of their own, name their words here.
 */
export function rowFacts<T extends PgTable, const Left extends Column<T> = never>(
  _table: T,
  {
    words,
  }: {
    words: Record<Exclude<Column<T>, OfTheRecord | Left>, string>;
    /** Each with its reason in a comment beside it. */
    leftOut?: readonly Left[];
  },
): RowFacts<RowOf<T>> {
  const columns = Object.entries(words) as [Column<T>, string][];
  const said = (row: RowOf<T>, some = columns) =>
    Object.fromEntries(some.map(([column, word]) => [word, plain(row[column])]));
  return {
    of: (row) => said(row),
    difference(before, after) {
      const changed = columns.filter(([column]) => textOf(before[column]) !== textOf(after[column]));
      return { before: said(before, changed), after: said(after, changed) };
    },
  };
}

const plain = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);
const textOf = (value: unknown): string => JSON.stringify(value) ?? '';

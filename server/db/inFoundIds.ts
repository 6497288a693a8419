import { inArray, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** Up to this many are listed by id; if more are found, rows are checked one by one instead. */
const MANY_IDS = 2_000;

interface Found extends SQLWrapper {
  limit(most: number): PromiseLike<{ id: number }[]>;
}

/**
 * The condition that `column` is among the ids selected by `find`: a list of ids while there are few, so that the column's
 * own index is used, otherwise `otherwise` or the query itself. `null` if nothing is found. `find` must build a new query on
 * each call, because a query keeps its limit.
 */
export async function inFoundIds(
  column: AnyPgColumn,
  find: () => Found,
  otherwise?: SQL,
): Promise<SQL | null> {
  const rows = await find().limit(MANY_IDS + 1);
  if (rows.length === 0) return null;
  if (rows.length > MANY_IDS) return otherwise ?? inArray(column, find());
  return inArray(
    column,
    rows.map(({ id }) => id),
  );
}

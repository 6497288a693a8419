import { inArray, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** Up to so many are named by their ids; what more is found is judged row by row instead. */
const MANY = 2_000;

interface Found extends SQLWrapper {
  limit(most: number): PromiseLike<{ id: number }[]>;
}

/**
 * That `column` holds an id of what `find` finds: by name while these are few, so that the column's own index answers,
 * else by `judged`, or by the query itself. `null` where nothing is found. `find` makes a query each time it is
 * called, because one that was given a limit keeps it.
 */
export async function amongFound(column: AnyPgColumn, find: () => Found, judged?: SQL): Promise<SQL | null> {
  const rows = await find().limit(MANY + 1);
  if (rows.length === 0) return null;
  if (rows.length > MANY) return judged ?? inArray(column, find());
  return inArray(
    column,
    rows.map(({ id }) => id),
  );
}

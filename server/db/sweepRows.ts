import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';

/** So many are deleted in one transaction: nobody waits for a month of them. */
const AT_ONCE = 5_000;
/** So many in one round: the rest has its turn an hour later. */
const IN_A_ROUND = 200_000;

/**
 * Takes away the rows of a condition, the first of an order first: it must have an index, so that a table where nothing is
 * due is not read. Several processes may do so at once. Answers how many went. What is append-only asks its trigger, which
 * hears the name of the table that is swept and lets go what is old enough (docs/adr/0022-old-rows-are-swept.md).
 */
export async function sweepRows(
  db: Db,
  table: PgTable,
  which: SQL | undefined,
  order: AnyPgColumn,
): Promise<number> {
  let swept = 0;
  for (let gone = AT_ONCE; gone === AT_ONCE && swept < IN_A_ROUND; swept += gone)
    gone = await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('balcao.varredura', ${getTableName(table)}, true)`);
      const { rowCount } = await tx.execute(sql`
        delete from ${table} where ctid = any (array(
          select ctid from ${table} where ${which ?? sql`true`}
          order by ${order} limit ${AT_ONCE} for update skip locked))`);
      return rowCount ?? 0;
    });
  return swept;
}

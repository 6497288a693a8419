import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db, Executor } from './client.ts';

/**
 * Inserts any number of rows through a single JSON parameter. With one parameter per cell, building, sending and parsing the
 * statement takes longer than the insert itself. A column that no row sets gets its default; one that only some rows set is
 * null in the others.
 */
export async function insertMany<T extends PgTable>(
  tx: Executor,
  table: T,
  rows: readonly T['$inferInsert'][],
  onConflict: SQL = sql``,
): Promise<void> {
  if (rows.length === 0) return;
  const named = new Set(rows.flatMap((row) => Object.keys(row)));
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => named.has(key));
  const names = columns.map(([, { name }]) => sql.identifier(name));
  const given = rows.map((row) =>
    Object.fromEntries(columns.map(([key, { name }]) => [name, (row as Record<string, unknown>)[key]])),
  );
  await tx.execute(sql`
    insert into ${table} (${sql.join(names, sql`, `)}) select ${sql.join(names, sql`, `)}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as x(${sql.join(
      columns.map(([, column], at) => sql`${names[at]} ${sql.raw(column.getSQLType())}`),
      sql`, `,
    )}) ${onConflict}`);
}

/** Rows deleted per transaction, so that nobody waits for a whole month of them. */
const BATCH_SIZE = 5_000;
/** Rows per round; the rest follows an hour later. */
const MAX_PER_ROUND = 200_000;

/**
 * Deletes the rows that match a condition in the given order, which must have an index so that a table with nothing due is
 * not scanned. Several processes may do so at once. Returns the number deleted. An append-only table has a trigger that is
 * passed the name of the swept table and lets rows go that are old enough (docs/adr/0022-old-rows-are-swept.md).
 */
export async function sweepRows(
  db: Db,
  table: PgTable,
  which: SQL | undefined,
  order: AnyPgColumn,
): Promise<number> {
  let swept = 0;
  for (let removed = BATCH_SIZE; removed === BATCH_SIZE && swept < MAX_PER_ROUND; swept += removed)
    removed = await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('balcao.varredura', ${getTableName(table)}, true)`);
      const { rowCount } = await tx.execute(sql`
        delete from ${table} where ctid = any (array(
          select ctid from ${table} where ${which ?? sql`true`}
          order by ${order} limit ${BATCH_SIZE} for update skip locked))`);
      return rowCount ?? 0;
    });
  return swept;
}

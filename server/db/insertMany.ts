import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from './client.ts';

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

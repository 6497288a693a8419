import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from './client.ts';

/**
 * Inserts rows by one parameter, however many they are. Each cell as a parameter of its own is a longer statement to write,
 * to send and to read than all that PostgreSQL does with it. A column that no row names takes what the table says; one
 * that only some name is empty in the others.
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

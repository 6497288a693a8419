import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';

/** Names of what is made of expressions follow from these. */
export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 10);
const prefixOf = (key: string) => `records_seen_${hashOf(key)}_`;

/**
 * Statistics of what the filters of a type compare: the planner takes none from an index with a condition, and would guess
 * that each value has one record in two hundred, and walk a whole order for the six that there are. Answers whether any
 * was made, which the next ANALYZE fills. Outside of a publication: it waits for an index that is being built.
 */
export async function keepTypeStatistics(
  db: Executor,
  key: string,
  compared: readonly SQL[],
): Promise<boolean> {
  const prefix = prefixOf(key);
  const { rows } = await db.execute<{ name: string }>(sql`
    select stxname as name from pg_statistic_ext where stxrelid = 'records'::regclass and starts_with(stxname, ${prefix})`);
  const standing = new Set(rows.map(({ name }) => name));
  const wanted = new Map(compared.map((one) => [`${prefix}${hashOf(textOf(one))}`, one]));
  for (const name of standing)
    if (!wanted.has(name)) await db.execute(sql`drop statistics if exists ${sql.identifier(name)}`);
  const missing = [...wanted].filter(([name]) => !standing.has(name));
  for (const [name, expression] of missing)
    await db.execute(
      sql`create statistics if not exists ${sql.identifier(name)} on (${expression}) from records`,
    );
  return missing.length > 0;
}

const dialect = new PgDialect();
export const textOf = (expression: SQL): string => dialect.sqlToQuery(expression).sql;

import { sql } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { auditEntities } from '../../contract/catalogs/auditNames.ts';
import type { Executor } from '../db/client.ts';
import type { MappedType } from './mapping.ts';

export interface Referrer {
  table: string;
  column: string;
}

/** Counted up to here; more is said as 'mais de'. */
const MOST = 1_000;

/**
 * What refers to a record, in words and how often: 'Ticket (12)'. Read from the foreign keys of the database, so that a
 * table of tomorrow is asked as well; rows that go with the record are its parts, not referrers.
 */
export async function referrersOf(db: Executor, { mapping }: MappedType, id: number): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column } of await referringColumns(db, mapping)) {
    const { rows } = await db.execute<{ total: number }>(sql`
      select count(*)::int as total from (
        select from ${sql.identifier(table)} where ${sql.identifier(column)} = ${id} limit ${MOST + 1}) t`);
    const total = rows[0]?.total ?? 0;
    if (total > 0) found.push(words(table, total));
  }
  return found;
}

const words = (table: string, total: number): string =>
  `${auditEntities[table] ?? 'Outro registro'} (${total > MOST ? `mais de ${MOST}` : total})`;

/** The columns that may hold the number of a record of the type. */
export async function referringColumns(db: Executor, mapping: MappedType['mapping']): Promise<Referrer[]> {
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select c.conrelid::regclass::text as "table", a.attname as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${getTableConfig(mapping.table).name}::regclass and c.confdeltype <> 'c'
    order by 1, 2`);
  const declared = (mapping.referrers ?? []).map(({ table, column }) => ({
    table: nameOf(table),
    column: column.name,
  }));
  return [...rows, ...declared];
}

const nameOf = (table: PgTable) => getTableConfig(table).name;

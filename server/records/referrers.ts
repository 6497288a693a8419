import { type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { auditEntities } from '../../contract/catalogs/auditNames.ts';
import type { Executor } from '../db/client.ts';
import { MOST_COUNTED, referringRecords } from './custom/referringRecords.ts';
import { type ItemTable, isItemTable, type MappedType } from './mapping.ts';

export interface Referrer {
  table: string;
  column: string;
  /** Of the rows of the table those that count. */
  where?: SQL;
}

const MOST = MOST_COUNTED;

/**
 * What refers to a record, in words and how often: 'Ticket (12)'. Read from the foreign keys of the database, so that a
 * table of tomorrow is asked as well; rows that go with the record are its parts, not referrers.
 */
export async function referrersOf(
  db: Executor,
  { type, mapping }: MappedType,
  id: number,
): Promise<string[]> {
  const found = await referringRecords(db, type.chave, id);
  for (const one of await referringColumns(db, mapping)) await count(db, one, sql`= ${id}`, found);
  for (const items of itemTables(mapping)) {
    const own = sql`in (select ${items.table.id} from ${items.table} where ${items.parent} = ${id})`;
    for (const one of await referringColumns(db, items)) await count(db, one, own, found);
  }
  return [...new Set(found)];
}

async function count(
  db: Executor,
  { table, column, where = sql`true` }: Referrer,
  which: SQL,
  found: string[],
) {
  const { rows } = await db.execute<{ total: number }>(sql`
    select count(*)::int as total from (
      select from ${sql.identifier(table)} where ${sql.identifier(column)} ${which} and ${where} limit ${MOST + 1}) t`);
  const total = rows[0]?.total ?? 0;
  if (total > 0) found.push(words(table, total));
}

/** The lists within a record that have tables of their own: parts of it, which go with it. */
export const itemTables = ({ columns = {} }: { columns?: MappedType['mapping']['columns'] }): ItemTable[] =>
  Object.values(columns).flatMap((column) => (isItemTable(column) ? [column] : []));

const words = (table: string, total: number): string =>
  `${auditEntities[table] ?? 'Outro registro'} (${total > MOST ? `mais de ${MOST}` : total})`;

/** The columns that may hold the number of a record of the type. */
export async function referringColumns(
  db: Executor,
  mapping: Pick<MappedType['mapping'], 'referrers'> & { table: PgTable; columns?: object },
): Promise<Referrer[]> {
  const parts = itemTables(mapping as Parameters<typeof itemTables>[0]).map(({ table }) => nameOf(table));
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select c.conrelid::regclass::text as "table", a.attname as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${getTableConfig(mapping.table).name}::regclass and c.confdeltype <> 'c'
      -- Asked by their types (referringRecords).
      and c.conrelid <> 'records'::regclass
    order by 1, 2`);
  const declared = (mapping.referrers ?? []).map(({ table, column, where }) => ({
    table: nameOf(table),
    column: column.name,
    ...(where && { where }),
  }));
  return [...rows.filter(({ table }) => !parts.includes(table)), ...declared];
}

const nameOf = (table: PgTable) => getTableConfig(table).name;

/** Of some rows of a table those that something refers to. */
export async function referredIds(
  db: Executor,
  mapping: Parameters<typeof referringColumns>[1],
  ids: readonly number[],
): Promise<Set<number>> {
  const found = new Set<number>();
  if (ids.length === 0) return found;
  for (const { table, column, where = sql`true` } of await referringColumns(db, mapping)) {
    const name = sql.identifier(column);
    const { rows } = await db.execute<{ id: number }>(
      sql`select distinct ${name} as id from ${sql.identifier(table)} where ${name} = any(${sql.param([...ids])}::int[]) and ${where}`,
    );
    for (const { id } of rows) found.add(id);
  }
  return found;
}

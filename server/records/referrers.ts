import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { auditEntities } from '../../contract/catalogs/auditNames.ts';
import type { CustomField, CustomTypeDefinition } from '../../contract/records/customType.ts';
import { upperFirst } from '../../contract/records/recordType.ts';
import type { Executor } from '../db/client.ts';
import { definitions, definitionVersions, records } from '../db/tables/index.ts';
import { type ItemTable, isItemTable, type MappedType } from './mapping.ts';

/** Counted up to here; more is said as 'mais de'. */
const MOST_COUNTED = 1_000;

/**
 * The records of custom types that refer to a record, in words and how often. Archived types and fields count too: what
 * they hold is still there to be read.
 */
async function referringRecords(db: Executor, key: string, id: number): Promise<string[]> {
  const rows = await db
    .select({ content: definitionVersions.content })
    .from(definitions)
    .innerJoin(
      definitionVersions,
      and(
        eq(definitionVersions.kind, definitions.kind),
        eq(definitionVersions.key, definitions.key),
        eq(definitionVersions.version, definitions.publishedVersion),
      ),
    )
    .where(eq(definitions.kind, 'records'));
  const found: string[] = [];
  for (const { content } of rows) {
    const type = content as unknown as CustomTypeDefinition;
    const held = holding(type.campos, key, id);
    if (held.length === 0) continue;
    const { rows: counted } = await db.execute<{ total: number }>(sql`
      select count(*)::int as total from (
        select from ${records} where ${and(eq(records.type, type.chave), or(...held))}
        limit ${MOST_COUNTED + 1}) t`);
    const total = counted[0]?.total ?? 0;
    if (total > 0)
      found.push(
        `${upperFirst(type.titulo.um)} (${total > MOST_COUNTED ? `mais de ${MOST_COUNTED}` : total})`,
      );
  }
  return found;
}

/** By the index of the fields, each reference in a condition of its own. */
const holding = (fields: readonly CustomField[], key: string, id: number): SQL[] =>
  places(fields, key).map(
    (place) => sql`${records.data} @> ${JSON.stringify(place.reduceRight<unknown>(within, id))}::jsonb`,
  );

type Step = { name: string; list: boolean };
const within = (inner: unknown, { name, list }: Step): unknown => ({ [name]: list ? [inner] : inner });

const places = (fields: readonly CustomField[], key: string): Step[][] =>
  fields.flatMap(({ chave, referencia, campos }) => [
    ...(referencia === key ? [[{ name: chave, list: false }]] : []),
    ...places(campos ?? [], key).map((below) => [{ name: chave, list: true }, ...below]),
  ]);

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

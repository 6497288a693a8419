import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { auditEntities } from '#contract/catalogs/auditNames.ts';
import { type CustomField, customRecordType } from '#contract/records/customType.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import { upperFirst } from '#contract/rules/text.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { definitions, definitionVersions, records } from '../../db/tables/index.ts';
import { mayRecords } from '../access.ts';
import { customScope } from '../custom/customScope.ts';
import { type ItemTable, isItemTable, type MappedType } from '../mapping.ts';

/** Counts stop at this number; more are reported as 'mais de'. */
const MAX_COUNTED = 1_000;

/**
 * The records of custom types that reference a record, as text with counts. Archived types and fields count too, since their
 * content can still be read. What the person may not see is counted without a name: a refusal tells nothing of it.
 */
async function referringRecords(db: Executor, user: User, key: string, id: number): Promise<string[]> {
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
  let hidden = false;
  for (const { content } of rows) {
    const type = contentOf('records', content);
    const condition = holding(type.campos, key, id);
    if (condition.length === 0) continue;
    const ofType = and(eq(records.type, type.chave), or(...condition));
    const seen = mayRecords(user, customRecordType(type), 'ler')
      ? and(ofType, customScope(user, type))
      : null;
    const total = await countedRecords(db, ofType);
    const shown = seen === null ? 0 : await countedRecords(db, seen);
    if (shown > 0) found.push(`${upperFirst(type.titulo.um)} (${countText(shown)})`);
    hidden ||= total > shown;
  }
  return hidden ? [...found, HIDDEN] : found;
}

const HIDDEN = 'Registros que você não vê';

async function countedRecords(db: Executor, where: SQL | undefined): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`
    select count(*)::int as total from (
      select from ${records} where ${where} limit ${MAX_COUNTED + 1}) t`);
  return rows[0]?.total ?? 0;
}

const countText = (total: number): string => (total > MAX_COUNTED ? `mais de ${MAX_COUNTED}` : `${total}`);

/** Uses the index on the fields, with a separate condition for each reference. */
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
  /** Limits which of the table's rows count. */
  where?: SQL;
}

/**
 * What references a record, as text with counts: 'Ticket (12)'. Read from the database's foreign keys, so that future tables
 * are included. Rows that are deleted along with the record are parts of it and do not count.
 */
export async function referrersOf(
  db: Executor,
  user: User,
  { type, mapping }: MappedType,
  id: number,
): Promise<string[]> {
  const found = await referringRecords(db, user, type.chave, id);
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
      select from ${sql.identifier(table)} where ${sql.identifier(column)} ${which} and ${where} limit ${MAX_COUNTED + 1}) t`);
  const total = rows[0]?.total ?? 0;
  if (total > 0) found.push(words(table, total));
}

/** The lists of a record that have their own tables; they are part of it and deleted along with it. */
export const itemTables = ({ columns = {} }: { columns?: MappedType['mapping']['columns'] }): ItemTable[] =>
  Object.values(columns).flatMap((column) => (isItemTable(column) ? [column] : []));

const words = (table: string, total: number): string =>
  `${auditEntities[table] ?? 'Outro registro'} (${countText(total)})`;

/** The columns that may hold the id of a record of the type. */
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

/** Those of the given rows that something references. */
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

import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { type CustomTypeDefinition, customRecordType } from '../../../contract/records/customType.ts';
import { publishedDefinitions } from '../../config/definitions/queries.ts';
import type { Deps } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { filteredBy, ordersByField } from './documentStorage.ts';

/** Publishing waits for indexes of no more records than this; writers would wait with it. */
const SMALL = 50_000;

const prefixOf = (key: string) => `records_of_${hashOf(key)}_`;
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 10);

/** By name what the filters and orders of a type are answered by, beside the table's own indexes. */
function wantedIndexes(definition: CustomTypeDefinition): Map<string, SQL> {
  const type = customRecordType(definition);
  const { filtros = [], ordenaveis, ordem } = type.lista;
  const order = ordersByField(definition, type, ordem);
  const expressions = [
    ...filtros.flatMap((key) => {
      const filter = filteredBy(definition, type, key);
      return filter ? [[`filtro ${key} ${ordem}`, sql`(${filter}), (${order}), id`] as const] : [];
    }),
    ...ordenaveis.flatMap((key) => {
      const own = ordersByField(definition, type, key);
      return own && type.campos[key]?.tipo !== 'TEXT' ? [[`ordem ${key}`, sql`(${own}), id`] as const] : [];
    }),
  ];
  return new Map(
    expressions.map(([name, expression]) => [`${prefixOf(definition.chave)}${hashOf(name)}`, expression]),
  );
}

/**
 * Makes the indexes that a type's filters and orders want, and drops the others. Building one holds up writers, so a type
 * of many records is left to `concurrently`, outside of the publication (hourly); until then its rows are read.
 */
export async function keepTypeIndexes(
  db: Executor,
  definition: CustomTypeDefinition,
  how: 'PUBLISHING' | 'CONCURRENTLY',
): Promise<void> {
  const { chave } = definition;
  if (how === 'PUBLISHING' && (await isLarge(db, chave))) return;
  const standing = await standingIndexes(db, prefixOf(chave));
  const wanted = wantedIndexes(definition);
  const concurrently = sql.raw(how === 'CONCURRENTLY' ? 'concurrently' : '');
  for (const { name, valid } of standing)
    if (!wanted.has(name) || !valid)
      await db.execute(sql`drop index ${concurrently} if exists ${sql.identifier(name)}`);
  const sound = new Set(standing.filter(({ valid }) => valid).map(({ name }) => name));
  for (const [name, expression] of wanted)
    if (!sound.has(name))
      await db.execute(
        sql`create index ${concurrently} if not exists ${sql.identifier(name)} on records (${expression})
          where type = ${literal(chave)}`,
      );
}

/** Any number that nothing else locks. */
const LOCK = 7_225_243;

/** What publications left to do on many records. Of several processes one does it; writers go on meanwhile. */
export async function tendTypeIndexes({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${LOCK}) as mine`,
    );
    if (!rows[0]?.mine) return;
    for (const { content } of await publishedDefinitions<CustomTypeDefinition>(db, 'records'))
      await keepTypeIndexes(db, content, 'CONCURRENTLY');
  });
}

/** A key as SQL text: conditions of indexes take no parameters. Judged once more. */
function literal(key: string): SQL {
  if (!/^[a-z][a-z0-9-]{1,59}$/.test(key)) throw new Error(`not a key of a type: ${key}`);
  return sql.raw(`'${key}'`);
}

async function standingIndexes(db: Executor, prefix: string): Promise<{ name: string; valid: boolean }[]> {
  const { rows } = await db.execute<{ name: string; valid: boolean }>(sql`
    select c.relname as name, i.indisvalid as valid
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where starts_with(c.relname, ${prefix}) and pg_table_is_visible(c.oid)`);
  return rows;
}

async function isLarge(db: Executor, key: string): Promise<boolean> {
  const { rows } = await db.execute<{ rows: number }>(
    sql`select count(*)::int as rows from (select from records where type = ${key} limit ${SMALL + 1}) t`,
  );
  return (rows[0]?.rows ?? 0) > SMALL;
}

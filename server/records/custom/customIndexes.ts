import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { branchField, type CustomTypeDefinition, customRecordType } from '#contract/records/customType.ts';
import { publishedDefinitions } from '../../config/definitions/queries.ts';
import type { Deps } from '../../context.ts';
import { LOCKS, oneAtATime } from '../../db/advisoryLock.ts';
import type { Executor } from '../../db/client.ts';
import { filteredBy, ordersByField } from './documentStorage.ts';

/**
 * Above this number of rows of all types, no index is built during a publication, because that would read and lock the table.
 */
const SMALL = 50_000;

/** Used to derive the names of objects that are built from expressions. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 10);

const prefixOf = (key: string) => `records_of_${hashOf(key)}_`;

/**
 * The indexes that a type's filters and sort orders need in addition to those of the table, by name. The name is derived from
 * the expression itself: for the same field another one may be needed later, when another field becomes the name or the
 * branch.
 */
function wantedIndexes(definition: CustomTypeDefinition): Map<string, SQL> {
  const type = customRecordType(definition);
  const { filtros = [], ordenaveis, ordem } = type.lista;
  const order = ordersByField(definition, type, ordem);
  const expressions = [
    ...filtros.flatMap((key) => {
      const filter = filteredBy(definition, type, key);
      return filter ? [sql`(${filter}), (${order}), id`] : [];
    }),
    ...ordenaveis.flatMap((key) => {
      const own = ordersByField(definition, type, key);
      return own && type.campos[key]?.tipo !== 'TEXT' ? [sql`(${own}), id`] : [];
    }),
  ];
  return new Map(
    expressions.map((expression) => [
      `${prefixOf(definition.chave)}${hashOf(textOf(expression))}`,
      expression,
    ]),
  );
}

/** The expressions that the type's filters compare, except table columns. */
const comparedBy = (definition: CustomTypeDefinition): SQL[] => {
  const type = customRecordType(definition);
  return (type.lista.filtros ?? []).flatMap((key) => {
    const filter = key === branchField(definition.campos) ? null : filteredBy(definition, type, key);
    return filter ? [filter] : [];
  });
};

/**
 * Creates the indexes that a type's filters and sort orders need, and drops the others. Building an index reads the table of
 * all types and blocks its writers, so for a large table this is left to a later run with `concurrently`, outside the
 * publication; until then rows are scanned. Returns false if it was left. If some cannot be built, all are still tried; then
 * the errors are thrown together.
 */
export async function keepTypeIndexes(
  db: Executor,
  definition: CustomTypeDefinition,
  how: 'PUBLISHING' | 'CONCURRENTLY',
): Promise<boolean> {
  const { chave } = definition;
  const existing = await existingIndexes(db, prefixOf(chave));
  const wanted = wantedIndexes(definition);
  const concurrently = sql.raw(how === 'CONCURRENTLY' ? 'concurrently' : '');
  const changes = existing
    .filter(({ name, valid }) => !wanted.has(name) || !valid)
    .map(({ name }) => sql`drop index ${concurrently} if exists ${sql.identifier(name)}`);
  const sound = new Set(existing.filter(({ valid }) => valid).map(({ name }) => name));
  for (const [name, expression] of wanted)
    if (!sound.has(name))
      changes.push(
        sql`create index ${concurrently} if not exists ${sql.identifier(name)} on records (${expression})
          where type = ${literal(chave)}`,
      );
  const isSeenAnew = how === 'CONCURRENTLY' && (await keepTypeStatistics(db, chave, comparedBy(definition)));
  if (isSeenAnew && changes.length === 0) await db.execute(sql`analyze records`);
  if (changes.length === 0) return true;
  if (how === 'PUBLISHING' && (await isLarge(db))) return false;
  if (how === 'PUBLISHING') for (const change of changes) await db.execute(change);
  else {
    await eachInTurn(changes, (change) => db.execute(change));
    // The number of records per filter value is known only once its index has been analyzed.
    await db.execute(sql`analyze records`);
  }
  return true;
}

async function eachInTurn<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const one of all)
    try {
      await work(one);
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw new AggregateError(failures, 'not all indexes could be kept');
}

const statisticsPrefix = (key: string) => `records_seen_${hashOf(key)}_`;

const dialect = new PgDialect();

const textOf = (expression: SQL): string => dialect.sqlToQuery(expression).sql;

/** Builds the indexes that publications have left for later. One process at a time does this; writers are not blocked. */
export const buildPendingIndexes = ({ pool }: Pick<Deps, 'pool'>, key?: string): Promise<boolean> =>
  oneAtATime(pool, LOCKS.typeIndexes, async (db) => {
    const published = await publishedDefinitions<CustomTypeDefinition>(db, 'records');
    await eachInTurn(
      published.filter((one) => key === undefined || one.key === key),
      ({ content }) => keepTypeIndexes(db, content, 'CONCURRENTLY'),
    );
  });

/** A key as SQL text, since index conditions take no parameters. Validated again for safety. */
function literal(key: string): SQL {
  if (!/^[a-z][a-z0-9-]{1,59}$/.test(key)) throw new Error(`not a key of a type: ${key}`);
  return sql.raw(`'${key}'`);
}

async function existingIndexes(db: Executor, prefix: string): Promise<{ name: string; valid: boolean }[]> {
  const { rows } = await db.execute<{ name: string; valid: boolean }>(sql`
    select c.relname as name, i.indisvalid as valid
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where starts_with(c.relname, ${prefix}) and pg_table_is_visible(c.oid)`);
  return rows;
}

/** Based on the last ANALYZE; a table never analyzed is new, and so small. */
async function isLarge(db: Executor): Promise<boolean> {
  const { rows } = await db.execute<{ rows: number }>(
    sql`select reltuples::float8 as rows from pg_class where oid = 'records'::regclass`,
  );
  return (rows[0]?.rows ?? 0) > SMALL;
}

/**
 * Keeps statistics for the expressions that a type's filters compare. The planner takes none from a partial index: it would
 * guess that each value matches one record in two hundred, and walk an entire sort order to find the six that exist. Returns
 * whether any were created, which the next ANALYZE fills. Must run outside a publication, because it waits for an index that
 * is being built.
 */
async function keepTypeStatistics(db: Executor, key: string, compared: readonly SQL[]): Promise<boolean> {
  const prefix = statisticsPrefix(key);
  const { rows } = await db.execute<{ name: string }>(sql`
    select stxname as name from pg_statistic_ext where stxrelid = 'records'::regclass and starts_with(stxname, ${prefix})`);
  const existing = new Set(rows.map(({ name }) => name));
  const wanted = new Map(compared.map((one) => [`${prefix}${hashOf(textOf(one))}`, one]));
  for (const name of existing)
    if (!wanted.has(name)) await db.execute(sql`drop statistics if exists ${sql.identifier(name)}`);
  const missing = [...wanted].filter(([name]) => !existing.has(name));
  for (const [name, expression] of missing)
    await db.execute(
      sql`create statistics if not exists ${sql.identifier(name)} on (${expression}) from records`,
    );
  return missing.length > 0;
}

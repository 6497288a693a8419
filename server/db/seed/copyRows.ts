import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { getTableColumns } from 'drizzle-orm/utils';
import type pg from 'pg';
import { from } from 'pg-copy-streams';

/** Rows of a table as drizzle inserts them; columns missing in the first row keep their default. */
type Rows<T extends PgTable> = Iterable<T['$inferInsert']>;

const LINES_PER_CHUNK = 500;

/**
 * Writes rows with COPY, many times faster than INSERT. Every row must have the keys of the first. Returns the number of
 * rows.
 */
export async function copyRows<T extends PgTable>(
  client: pg.PoolClient,
  table: T,
  rows: Rows<T>,
): Promise<number> {
  const source = rows[Symbol.iterator]() as Iterator<Record<string, unknown>>;
  const first = source.next();
  if (first.done) return 0;
  const keys = Object.keys(first.value);
  const columns = getTableColumns(table) as Record<string, { name: string }>;
  const names = keys.map((key) => `"${columns[key]?.name ?? missing(table, key)}"`).join(', ');
  let count = 0;
  function* chunks() {
    let lines: string[] = [];
    for (let row = first; !row.done; row = source.next()) {
      lines.push(`${keys.map((key) => field(row.value[key])).join('\t')}\n`);
      count++;
      if (lines.length >= LINES_PER_CHUNK) {
        yield lines.join('');
        lines = [];
      }
    }
    if (lines.length > 0) yield lines.join('');
  }
  const sink = client.query(from(`copy "${getTableName(table)}" (${names}) from stdin`));
  await pipeline(Readable.from(chunks()), sink);
  return count;
}

function field(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (value instanceof Date) return value.toISOString();
  return escaped(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (text: string): string =>
  SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character) : text;

function missing(table: PgTable, key: string): never {
  throw new Error(`${getTableName(table)} has no column ${key}`);
}

/** Runs work in a transaction on one connection, without a time limit. */
export async function inTransaction(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await work(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/**
 * Runs the work while the tables have no secondary indexes or foreign keys and then rebuilds them in one pass each, so that
 * hours become minutes. Their definitions are read from the database, so new migrations need no change here. Everything is in
 * the caller's transaction, so a failure restores the old ones.
 */
export async function withBareTables(
  client: pg.PoolClient,
  tables: readonly string[],
  work: () => Promise<void>,
  say: (text: string) => void,
): Promise<void> {
  const indexes = await client.query<{ name: string; definition: string }>(INDEXES, [tables]);
  const withoutIndexes = async () => {
    for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
    await inNewFiles(client, tables);
    await work();
    for (const [at, { name, definition }] of indexes.rows.entries()) {
      say(`Índice ${at + 1} de ${indexes.rows.length}: ${name}…`);
      await client.query(definition);
    }
  };
  const filling = await isBeingFilled(client);
  await client.query(`set local maintenance_work_mem = '${filling ? '1GB' : '512MB'}'`);
  if (filling) return withoutChecks(client, withoutIndexes);
  await withoutForeignKeys(client, tables, async () => {
    await withoutIndexes();
    say('Chaves estrangeiras…');
  });
}

/** The same for foreign keys only, of these tables or of all: each is checked once at the end instead of row by row. */
export async function withoutForeignKeys(
  client: pg.PoolClient,
  tables: readonly string[] | null,
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ owner: string; name: string; definition: string }>(FOREIGN_KEYS, [
    tables,
  ]);
  await client.query(rows.map(({ owner, name }) => `alter table ${owner} drop constraint ${name}`).join(';'));
  await work();
  // A table with pending deferred triggers cannot be altered before they have run.
  await client.query('set constraints all immediate');
  await client.query(
    rows
      .map(({ owner, name, definition }) => `alter table ${owner} add constraint ${name} ${definition}`)
      .join(';'),
  );
}

/** Only a benchmark's server says so (`filling` in embedded/server.ts). */
async function isBeingFilled(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ filling: string | null }>(
    `select current_setting('balcao.filling', true) as filling`,
  );
  return rows[0]?.filling === 'on';
}

/**
 * Keeps the foreign keys but checks none, and runs no trigger: checking ten million rows against each table they refer to
 * reads them once per key. The tests check the same rows in a smaller company.
 */
async function withoutChecks(client: pg.PoolClient, work: () => Promise<void>): Promise<void> {
  await client.query('set local session_replication_role = replica');
  await work();
  await client.query('set local session_replication_role = origin');
}

/** Rows that a transaction writes into files of its own need no log where the server keeps the least (wal_level=minimal). */
async function inNewFiles(client: pg.PoolClient, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ owner: string; key: string }>(PRIMARY_KEYS, [tables]);
  for (const { owner, key } of rows) await client.query(`cluster ${owner} using ${key}`);
}

const PRIMARY_KEYS = `
  select x.indrelid::regclass::text as owner, quote_ident(i.relname) as key
  from pg_index x join pg_class i on i.oid = x.indexrelid
  where x.indisprimary and x.indrelid = any($1::regclass[])
  order by 1`;

/** Indexes that no primary key or constraint depends on. */
const INDEXES = `
  select format('%I.%I', n.nspname, i.relname) as name, pg_get_indexdef(i.oid) as definition
  from pg_index x
  join pg_class i on i.oid = x.indexrelid
  join pg_class t on t.oid = x.indrelid
  join pg_namespace n on n.oid = i.relnamespace
  where n.nspname = 'public' and t.relname = any($1)
    and not exists (select from pg_constraint c where c.conindid = x.indexrelid and c.contype in ('p', 'u', 'x'))
  order by t.relname, i.relname`;

const FOREIGN_KEYS = `
  select format('%I.%I', n.nspname, t.relname) as owner, quote_ident(c.conname) as name,
    pg_get_constraintdef(c.oid) as definition
  from pg_constraint c
  join pg_class t on t.oid = c.conrelid
  join pg_namespace n on n.oid = t.relnamespace
  where c.contype = 'f' and n.nspname = 'public' and ($1::text[] is null or t.relname = any($1))
  order by t.relname, c.conname`;

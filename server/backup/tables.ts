import { getTableName, isTable } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { migrationsFolder } from '../db/migrate.ts';
import * as tables from '../db/tables/index.ts';

export interface CopiedTable {
  readonly name: string;
  /** The stored columns only; generated ones are computed again. */
  readonly columns: readonly string[];
  /** Partitioned by the database, so it is read as a query. */
  readonly partitioned: boolean;
}

/** The tables of this release; a database may contain other tables too. */
export const OWN_TABLES: readonly string[] = Object.values(tables).flatMap((each) =>
  isTable(each) ? [getTableName(each)] : [],
);

/** Short-lived data for connected clients; after a restore none are connected. */
const EPHEMERAL = ['realtime_events', 'realtime_members', 'server_nodes', 'used_captchas'];

const quoted = pg.escapeIdentifier;
export const qualified = (name: string): string => `public.${quoted(name)}`;
export const columnList = (columns: readonly string[]): string => columns.map(quoted).join(', ');

/**
 * The console's tables to copy. Schemas other than `public` are rebuilt by migrations and at startup: the report views, the
 * list of migrations, and the queue, whose work is also recorded in tables here.
 */
export async function copiedTables(client: pg.ClientBase, names = OWN_TABLES): Promise<CopiedTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; partitioned: boolean }>(
    `select c.relname as name, c.relkind = 'p' as partitioned, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and c.relname = any($1) and c.relname <> all($2)
     group by c.oid order by c.relname`,
    [[...names], EPHEMERAL],
  );
  return rows;
}

type SequencePlace = [last: number, used: boolean];

/** The current value of each sequence. The view pg_sequences does not show those that were set but not used yet. */
export async function sequencePlaces(client: pg.ClientBase): Promise<Record<string, SequencePlace>> {
  const { rows: names } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`,
  );
  const places: Record<string, SequencePlace> = {};
  for (const { name } of names) {
    const { rows } = await client.query<{ last: string; used: boolean }>(
      `select last_value::text as last, is_called as used from ${qualified(name)}`,
    );
    if (rows[0]) places[name] = [Number(rows[0].last), rows[0].used];
  }
  return places;
}

interface OfTable {
  readonly table: string;
}

interface Foreign extends OfTable {
  readonly name: string;
  readonly definition: string;
}

export async function foreignKeys(client: pg.ClientBase): Promise<Foreign[]> {
  const { rows } = await client.query<Foreign>(
    `select t.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_class t on t.oid = c.conrelid
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0
     order by 1, 2`,
  );
  return rows;
}

/** Makes all changes of a table in one statement, each of which the database would otherwise prepare and announce. */
export async function alterTables<T extends OfTable>(
  client: pg.ClientBase,
  changes: readonly T[],
  textOf: (change: T) => string,
): Promise<void> {
  for (const table of new Set(changes.map((each) => each.table))) {
    const texts = changes.filter((each) => each.table === table).map(textOf);
    await client.query(`alter table ${qualified(table)} ${texts.join(', ')}`);
  }
}

/** Those of the tables that have triggers of their own. */
export async function triggeredTables(client: pg.ClientBase, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relname = any($1)
     and exists (select from pg_trigger where tgrelid = c.oid and not tgisinternal) order by 1`,
    [[...names]],
  );
  return rows.map(({ name }) => name);
}

/** Those of the tables that may contain rows: they occupy space, or are partitioned. */
export async function filledTables(client: pg.ClientBase, names = OWN_TABLES): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relname = any($1)
     and (relkind = 'p' or relkind = 'r' and pg_relation_size(oid) > 0) order by 1`,
    [[...names]],
  );
  return rows.map(({ name }) => name);
}

/** Schemas that contain only what the console creates: list of migrations, queue, report views. */
const SCHEMAS = ['drizzle', 'pgboss', 'relatorio', 'relatorio_interno'];

/** Removes everything that belongs to the console from a database; other tables in it are kept. */
export async function emptyDatabase(client: pg.Client, ofArchive: readonly string[]): Promise<void> {
  for (const schema of SCHEMAS) await client.query(`drop schema if exists ${schema} cascade`);
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and relname = any($1)`,
    [[...OWN_TABLES, ...ofArchive]],
  );
  if (rows.length > 0)
    await client.query(`drop table ${rows.map(({ name }) => qualified(name)).join(', ')} cascade`);
  await dropFunctions(client);
  await client.query('drop sequence if exists public.record_codes cascade');
}

/** A migration that creates a function does not always check whether it exists. */
async function dropFunctions(client: pg.Client): Promise<void> {
  const createdTables = readMigrationFiles({ migrationsFolder }).flatMap(({ sql }) =>
    sql.flatMap((text) => [...text.matchAll(MADE)].map(([, name]) => name)),
  );
  const { rows } = await client.query<{ call: string }>(
    `select oid::regprocedure::text as call from pg_proc
     where pronamespace = 'public'::regnamespace and proname = any($1)`,
    [createdTables],
  );
  for (const { call } of rows) await client.query(`drop function if exists ${call} cascade`);
}

const MADE = /create (?:or replace )?function public\.(\w+)/gi;

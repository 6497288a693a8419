import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { migrationsFolder } from '../db/migrate.ts';
import { OWN_TABLES, qualified } from './tables.ts';

/** Schemas that hold nothing but what the console makes: list of migrations, queue, views of reports. */
const SCHEMAS = ['drizzle', 'pgboss', 'relatorio', 'relatorio_interno'];

/** Takes what is the console's out of a database; tables of anybody else in it stay. */
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

/** A migration that makes one does not always ask whether it stands. */
async function dropFunctions(client: pg.Client): Promise<void> {
  const made = readMigrationFiles({ migrationsFolder }).flatMap(({ sql }) =>
    sql.flatMap((text) => [...text.matchAll(MADE)].map(([, name]) => name)),
  );
  const { rows } = await client.query<{ call: string }>(
    `select oid::regprocedure::text as call from pg_proc
     where pronamespace = 'public'::regnamespace and proname = any($1)`,
    [made],
  );
  for (const { call } of rows) await client.query(`drop function if exists ${call} cascade`);
}

const MADE = /create (?:or replace )?function public\.(\w+)/gi;

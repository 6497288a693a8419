import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { ROOT } from '../root.ts';
import { LOCKS, withAdvisoryLock } from './advisoryLock.ts';

export const migrationsFolder = path.join(ROOT, 'server/db/migrations');
const OLDEST_SERVER = 15;

/** Migrates the database to this version. Processes that start together wait for the first one. */
export async function migrate(url: string): Promise<void> {
  await withAdvisoryLock(url, LOCKS.migrate, async (client) => {
    await refuseOldServer(client);
    await refuseOldTables(client);
    await requireExtensions(client);
    await applyMigrations(drizzle(client), { migrationsFolder });
  });
}

/**
 * The same within an open transaction, up to the migration of a given time: tables as an older release had them. It does not
 * check for unknown migrations; use `isKnownMigration` for that.
 */
export async function migrateWithin(client: pg.ClientBase, upTo = newestMigration): Promise<void> {
  await client.query(`create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`);
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at)::text as last from drizzle.__drizzle_migrations',
  );
  const last = Number(rows[0]?.last ?? 0);
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder })) {
    if (folderMillis <= last || folderMillis > upTo) continue;
    for (const statement of sql) await client.query(statement);
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ]);
  }
}

/** Whether every migration of this version has been applied. */
export async function isMigrated(pool: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await pool.query<{ last: string | null }>(
    'select max(created_at)::text as last from drizzle.__drizzle_migrations',
  );
  return Number(rows[0]?.last ?? 0) >= newestMigration;
}

const momentsOf = (journal: string): number[] =>
  (JSON.parse(readFileSync(journal, 'utf8')) as { entries: { when: number }[] }).entries.map(
    ({ when }) => when,
  );

const moments = momentsOf(path.join(migrationsFolder, 'meta', '_journal.json'));
const baseline = Math.min(...moments);
export const newestMigration = Math.max(...moments);
export const isKnownMigration = (moment: number): boolean => moments.includes(moment);

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) >= OLDEST_SERVER) return;
  throw new Error(
    `O servidor de DATABASE_URL é PostgreSQL ${version}; o Balcão precisa do ${OLDEST_SERVER} ou mais novo. Atualize o servidor, ou retire DATABASE_URL para usar o PostgreSQL embutido.`,
  );
}

/** What the tables stand on; all of it comes with PostgreSQL. */
const EXTENSIONS = ['pg_trgm', 'unaccent', 'btree_gin'] as const;

/**
 * Creates the extensions before any table, or says which the server refuses and what its administrator has to run: on managed
 * servers only they may create one. Those that exist are used, whoever created them.
 */
async function requireExtensions(client: pg.Client): Promise<void> {
  const refused: string[] = [];
  let reason = '';
  for (const name of EXTENSIONS)
    try {
      await client.query(`create extension if not exists ${name} with schema public`);
    } catch (error) {
      // Without a code of the server the connection is lost, which says nothing about the extension.
      if (!(error instanceof pg.DatabaseError)) throw error;
      refused.push(name);
      reason ||= error.message;
    }
  if (refused.length > 0)
    throw new Error(
      `O servidor de DATABASE_URL não deixou criar ${listOf(refused)} (${reason}). Peça ao administrador dele que rode neste banco, uma vez: ${refused
        .map((name) => `create extension ${name} with schema public;`)
        .join(' ')} Depois inicie o Balcão de novo.`,
    );
  const { rows } = await client.query<{ name: string }>(
    `select extname as name from pg_extension where extname = any($1) and extnamespace <> 'public'::regnamespace order by 1`,
    [[...EXTENSIONS]],
  );
  if (rows.length > 0)
    throw new Error(
      `No banco de DATABASE_URL há extensões fora do esquema public: ${listOf(rows.map(({ name }) => name))}. Peça ao administrador dele que rode, uma vez: ${rows
        .map(({ name }) => `drop extension ${name}; create extension ${name} with schema public;`)
        .join(' ')} Depois inicie o Balcão de novo.`,
    );
}

const listOf = (names: readonly string[]) => new Intl.ListFormat('pt-BR').format(names);

/** Migrations begin with a baseline. A database with only some of the migrations before it cannot be upgraded. */
async function refuseOldTables(client: pg.Client): Promise<void> {
  const { rows: found } = await client.query<{ stands: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as stands`,
  );
  if (!found[0]?.stands) return;
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at)::text as last from drizzle.__drizzle_migrations',
  );
  const last = rows[0]?.last;
  if (!last || Number(last) >= baseline) return;
  throw new Error(
    'As tabelas deste banco são de uma versão de desenvolvimento anterior à primeira linha de base, que não se atualiza. Comece com um banco (ou DATA_DIR) vazio.',
  );
}

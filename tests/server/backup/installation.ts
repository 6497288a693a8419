import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { folderStore } from '#server/adapters/files/openFileStore.ts';
import { files as storedFiles } from '#server/db/tables/index.ts';
import { type TestDatabase, testDatabase } from '../../support/database/database.ts';
import { createPeople } from '../../support/people.ts';

export interface Installation extends TestDatabase {
  readonly dataDir: string;
  readonly files: ReturnType<typeof folderStore>;
}

/** A small demonstration company with its own files and pictures. */
export async function demoInstallation(): Promise<Installation> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'balcao-copia-'));
  const database = await testDatabase({ demonstration: dataDir });
  const files = folderStore(path.join(dataDir, 'arquivos'));
  return installedIn(dataDir, database, files);
}

/** A new company with a few people and customers, a file and a picture: whatever is copied or refused costs little. */
export async function smallInstallation(): Promise<Installation> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'balcao-pequena-'));
  const database = await testDatabase({ standard: true });
  const { people } = await createPeople(database.db);
  const files = folderStore(path.join(dataDir, 'arquivos'));
  const content = Buffer.from('um anexo');
  const stored = {
    id: randomBytes(16).toString('hex'),
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  };
  await files.put(() => Readable.from(content), stored);
  const { id: storedAs, ...facts } = stored;
  await database.db
    .insert(storedFiles)
    .values({ ...facts, storedAs, name: 'anexo.txt', mime: 'text/plain', ownerId: people.ADMIN });
  const pictures = path.join(dataDir, 'imagens', 'produtos');
  await mkdir(pictures, { recursive: true });
  await writeFile(path.join(pictures, 'um.svg'), '<svg/>');
  return installedIn(dataDir, database, files);
}

const installedIn = (
  dataDir: string,
  database: TestDatabase,
  files: Installation['files'],
): Installation => ({
  ...database,
  dataDir,
  files,
  drop: async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  },
});

export interface EmptyDatabase {
  readonly url: string;
  readonly name: string;
  query<R extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<R[]>;
  drop(): Promise<void>;
}

/** A database as an administrator provides it: empty, with an owner who has no rights beyond it. */
export async function ownersDatabase(near: string): Promise<EmptyDatabase> {
  const name = `teste_${Date.now()}_${randomBytes(4).toString('hex')}`;
  const owner = `dono_${name}`;
  const master = addressOf(near, 'postgres', 'postgres');
  await once(master, `create role ${owner} login nosuperuser nocreatedb nocreaterole`);
  await once(master, `create database ${name} owner ${owner} template template0`);
  const url = addressOf(near, owner, name);
  return {
    url,
    name,
    query: (sql, values) => once(url, sql, values),
    drop: async () => {
      await once(master, `drop database if exists ${name} with (force)`);
      await once(master, `drop role ${owner}`);
    },
  };
}

function addressOf(near: string, user: string, database: string): string {
  const url = new URL(near);
  url.username = user;
  url.pathname = `/${database}`;
  return url.href;
}

async function once<R extends pg.QueryResultRow>(url: string, sql: string, values?: unknown[]): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

export type Query = EmptyDatabase['query'];

export const queryOf =
  ({ pool }: Pick<TestDatabase, 'pool'>): Query =>
  async (sql, values) =>
    (await pool.query(sql, values)).rows;

/** For each table, the number of rows and a checksum over all of them, including generated columns. */
export async function checksums(query: Query): Promise<Record<string, string>> {
  const tables = await query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum
       from public."${name}" t`,
    );
    found[name] = row?.sum ?? '';
  }
  return found;
}

/** For each table, its constraints, triggers and indexes; also the views. */
export const structure = (query: Query) =>
  query<{ what: string }>(
    `select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated as what
       from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
     union all select 'trigger ' || tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger
       where not tgisinternal
     union all select 'index ' || indexdef from pg_indexes where schemaname = 'public' and indexname !~ '_field_[0-9a-f]{12}$'
     union all select 'view ' || schemaname || '.' || viewname || definition from pg_views where schemaname in ('public', 'relatorio')
     order by 1`,
  );

import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { type Connection, connect } from '#server/db/client.ts';
import { migrate, migrationsFolder } from '#server/db/migrate.ts';
import { type RunningDatabase, startEmbedded, withLock } from '#server/db/startDatabase.ts';
import { claimFolder, databaseFolder } from './databaseFolder.ts';
import { oneConnectionEach } from './oneConnection.ts';

export interface TestDatabase extends Pick<Connection, 'db' | 'pool'> {
  readonly url: string;
  /** To be called in `afterAll`. */
  drop(): Promise<void>;
}

/** The contents of a suite's database. */
export interface TestData {
  /** The data that every installation has. */
  standard?: boolean;
  /** A small demonstration company. Its files are placed below this folder, as below DATA_DIR. */
  demonstration?: string;
}

/** Number of tickets in the small demonstration company. */
export const DEMONSTRATION_TICKETS = 120;

/**
 * A migrated database for one suite, empty or with data, on a server shared by all suites. Databases are copies of templates:
 * the empty one is rebuilt when a migration changes, the others in each run, because their contents depend on all sources.
 */
export async function testDatabase({ standard, demonstration }: TestData = {}): Promise<TestDatabase> {
  const server = await sharedServer();
  const template = await found(standard ? 'standard' : 'empty', 'template.lock', async () => {
    const empty = await ensureTemplate(server);
    return standard ? ensureFilled(server, empty, ofRun('padrao'), fillStandard) : empty;
  });
  if (demonstration === undefined) return copyOf(server, template);
  // Uses a lock of its own, so that suites that do not need the company can start in the meantime.
  const company = await found('demonstration', 'demonstration.lock', () =>
    ensureFilled(server, template, ofRun('demonstracao'), fillDemonstration),
  );
  await cp(demonstrationFiles(), demonstration, { recursive: true });
  return copyOf(server, company);
}

/** Jest starts its workers as processes that it talks to; a single suite it runs itself. */
const isWorker = process.send !== undefined;

let shared: Promise<RunningDatabase> | undefined;

/**
 * A worker stays attached to the server for all of its suites, and its end detaches it. Jest itself detaches after its suite,
 * because it stops the server next.
 */
function sharedServer(): Promise<RunningDatabase> {
  if (!isWorker) return startEmbedded(testFolder, 'volatile');
  shared ??= startEmbedded(testFolder, 'volatile').then(
    (server) => ({ ...server, release: async () => {} }),
    (error) => {
      shared = undefined;
      throw error;
    },
  );
  return shared;
}

/** Templates stay until the end of the run, so one that this process has found is not looked for again. */
const templates = new Map<string, string>();

async function found(kind: string, lock: string, ensure: () => Promise<string>): Promise<string> {
  const name = templates.get(kind) ?? (await withLock(path.join(testFolder, lock), ensure));
  templates.set(kind, name);
  return name;
}

async function copyOf(server: RunningDatabase, template: string): Promise<TestDatabase> {
  const name = `teste_${Date.now()}_${randomBytes(4).toString('hex')}`;
  await administer(server, `create database ${name} template ${template} strategy file_copy`);
  const url = urlOf(server, name);
  const { db, pool, close } = connect(url, { max: 8 });
  oneConnectionEach({ db, pool });
  return {
    db,
    pool,
    url,
    drop: async () => {
      await close();
      await administer(server, `drop database if exists ${name} with (force)`);
      await server.release();
    },
  };
}

/** Stops the shared server unless another test run uses it. The empty template stays on disk for the next run. */
export async function stopTestServer(): Promise<void> {
  if (!existsSync(path.join(testFolder, 'postgres', 'data', 'postmaster.pid'))) return;
  const server = await startEmbedded(testFolder, 'volatile');
  for (const name of [ofRun('padrao'), ofRun('demonstracao')])
    await administer(server, `drop database if exists ${name}`);
  for (const folder of [demonstrationFiles(), dataOfRun()])
    await rm(folder, { recursive: true, force: true });
  await server.stop();
}

const testFolder = databaseFolder();

/** Another run's database may briefly have no connections while in use; no run takes longer than this. */
const MAX_RUN = 6 * 60 * 60 * 1000;

async function ensureTemplate(server: RunningDatabase): Promise<string> {
  const name = `modelo_${hashOf(migrationsFolder)}`;
  if (await exists(server, name)) return name;
  claimFolder(testFolder);
  await dropLeftovers(server);
  const unfinished = `${name}_novo`;
  await administer(server, `create database ${unfinished}`);
  await migrate(urlOf(server, unfinished));
  await administer(server, `alter database ${unfinished} rename to ${name}`);
  return name;
}

/** Named like a suite's database, so that leftovers of a killed run are removed in the same way. */
const ofRun = (what: string) => `teste_${process.env.TEST_RUN ?? '0'}_${what}`;
const demonstrationFiles = () => path.join(testFolder, ofRun('demonstracao'));
/** What servers of tests write beside their database, where a suite brings no folder of its own. */
export const dataOfRun = () => path.join(testFolder, ofRun('dados'));

async function ensureFilled(
  server: RunningDatabase,
  template: string,
  name: string,
  fill: (connection: Connection) => Promise<void>,
): Promise<string> {
  if (await exists(server, name)) return name;
  const unfinished = `${name}_novo`;
  await administer(server, `drop database if exists ${unfinished}`);
  await administer(server, `create database ${unfinished} template ${template} strategy file_copy`);
  const connection = connect(urlOf(server, unfinished), { max: 8 });
  await fill(connection).finally(connection.close);
  await administer(server, `alter database ${unfinished} rename to ${name}`);
  return name;
}

async function fillStandard({ db }: Connection): Promise<void> {
  const { seedStandard } = await import('#server/db/seed/standard.ts');
  await seedStandard(db);
}

async function fillDemonstration({ db, pool }: Connection): Promise<void> {
  const { folderStore } = await import('#server/adapters/files/openFileStore.ts');
  const { seedDemo } = await import('#server/db/seed/index.ts');
  const dataDir = demonstrationFiles();
  await rm(dataDir, { recursive: true, force: true });
  const files = folderStore(path.join(dataDir, 'arquivos'));
  await seedDemo(db, pool, { tickets: DEMONSTRATION_TICKETS, files, dataDir });
}

function hashOf(folder: string): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(folder)
    .filter((each) => each.endsWith('.sql'))
    .sort())
    hash.update(file).update(readFileSync(path.join(folder, file)));
  return hash.digest('hex').slice(0, 12);
}

/**
 * Drops databases of earlier runs and templates, never of a concurrent run. One that is still in use cannot be dropped and
 * stays.
 */
async function dropLeftovers(server: RunningDatabase): Promise<void> {
  const { rows } = await administer<{ datname: string }>(
    server,
    `select datname from pg_database d where datname ~ '^(teste|modelo)_'
     and not exists (select from pg_stat_activity a where a.datname = d.datname)`,
  );
  for (const { datname } of rows.filter(({ datname }) => isLeftOver(datname)))
    await administer(server, `drop database if exists ${datname}`).catch(() => {});
  const folders = (await readdir(testFolder)).filter((name) => name.startsWith('teste_') && isLeftOver(name));
  for (const name of folders) await rm(path.join(testFolder, name), { recursive: true, force: true });
}

/**
 * A template's name contains no time; the template for the current migrations was found missing before anything is dropped.
 */
const isLeftOver = (name: string) => {
  const made = /^teste_(\d+)_/.exec(name)?.[1];
  return made === undefined || Number(made) < Date.now() - MAX_RUN;
};

const exists = async (server: RunningDatabase, name: string): Promise<boolean> =>
  (await administer(server, 'select from pg_database where datname = $1', [name])).rowCount === 1;

function urlOf(server: RunningDatabase, database: string): string {
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  return url.href;
}

let administration: pg.Pool | undefined;

/** A worker keeps the connection for its next suites. */
async function administer<R extends pg.QueryResultRow>(
  server: RunningDatabase,
  sql: string,
  values?: unknown[],
) {
  administration ??= new pg.Pool({
    connectionString: server.url,
    max: 1,
    idleTimeoutMillis: isWorker ? 60_000 : 1,
    allowExitOnIdle: true,
  }).on('error', () => {});
  return administration.query<R>(sql, values);
}

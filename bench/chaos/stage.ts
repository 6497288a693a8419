import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  createDataFolder,
  type DataFolder,
  type OutsidePostgres,
  startPrimary,
} from '#tests/support/database/outsidePostgres.ts';
import { freePort } from '#tests/support/servers/freePort.ts';
import { type ServerProcess, startServer } from '#tests/support/servers/serverProcess.ts';
import { openProxy, type TcpProxy } from './line.ts';
import { mountSmall, type SmallDisk } from './smallDisk.ts';

/** A console under a supervisor, which restarts it whenever it ends. */
export interface Node {
  port: number;
  /** The proxy between it and the database. */
  wire: TcpProxy;
  /** The disk with its files; null if this machine cannot provide one. */
  disk: SmallDisk | null;
  kill: () => void;
  signal: (signal: NodeJS.Signals) => void;
  /** Offset of its clock from the machine's; may be negative, in milliseconds. */
  clock: (off: number) => void;
  /** Milliseconds from each end of the process until it answered again. */
  returns: number[];
  /** Its output whenever it ended unexpectedly. */
  unexpectedExits: string[];
  isWell: () => Promise<boolean>;
  end: () => Promise<void>;
}

/**
 * Two consoles on one PostgreSQL, with a balancer in front and a proxy behind each; nothing is shared with other processes.
 */
export interface TestCluster {
  /** Address of the balancer. */
  origin: string;
  nodes: readonly [Node, Node];
  /** Direct address of the database, without a proxy. */
  url: string;
  postgres: () => OutsidePostgres;
  /** Null if this machine cannot provide one. */
  disk: SmallDisk | null;
  killProxy: () => void;
  /** Resolves once both consoles, the balancer and the database answer. */
  untilWell: () => Promise<void>;
  close: () => Promise<void>;
}

const CLOCK = pathToFileURL(path.join(import.meta.dirname, 'clock.mjs')).href;
/** Delay of the supervisor before it restarts a process, in milliseconds. */
const RESTART_DELAY = 50;

/** Uses an in-memory file system for the folder where the system allows it, so that it can be filled up. */
export async function startCluster(): Promise<TestCluster> {
  const place = createDataFolder();
  const opened: (() => unknown)[] = [place.clear];
  const close = async () => {
    for (const end of opened.splice(0).reverse()) await end();
  };
  try {
    return { ...(await build(place, opened)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function build(place: DataFolder, opened: (() => unknown)[]): Promise<Omit<TestCluster, 'close'>> {
  const disk = mountSmall(path.join(place.folder, 'principal'), 320);
  opened.push(() => disk?.end());
  const first = await startPrimary(place, ['max_wal_size=96MB', 'min_wal_size=32MB', 'wal_keep_size=0']);
  const database = keepDatabase(first);
  opened.push(database.end);
  const keep = async () => {
    const node = await keepNode(first, place.folder);
    opened.push(node.end);
    return node;
  };
  const nodes = await Promise.all([keep(), keep()]);
  const front = await keepProxy(nodes.map(({ port }) => port));
  opened.push(front.end);
  return {
    origin: `http://127.0.0.1:${front.port}`,
    nodes,
    url: first.url,
    postgres: database.now,
    disk,
    killProxy: front.kill,
    untilWell: () =>
      until(async () => (await Promise.all(nodes.map(({ isWell }) => isWell()))).every(Boolean)),
  };
}

/** A database whose main process is restarted when it ends. */
function keepDatabase(first: OutsidePostgres) {
  let current = first;
  let ended = false;
  const watching = (async () => {
    while (!ended) {
      await pause(RESTART_DELAY);
      if (ended || current.runs()) continue;
      // A full disk prevents it from starting; it is retried.
      current = await current.restart().catch(() => current);
    }
  })();
  return {
    now: () => current,
    end: async () => {
      ended = true;
      await watching;
      await current.kill();
    },
  };
}

async function keepNode(postgres: OutsidePostgres, folder: string): Promise<Node> {
  const port = await freePort();
  const wire = await openProxy(0, [postgres.port]);
  const data = path.join(folder, `console-${port}`);
  const disk = mountSmall(data, 64);
  const clockFile = path.join(folder, `relogio-${port}`);
  const start = () =>
    startServer({
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: data,
      DATABASE_URL: `postgresql://balcao@127.0.0.1:${wire.port}/balcao`,
      NODE_ENV: 'production',
      CAPTCHA: 'off',
      LOG_LEVEL: 'fatal',
      REQUESTS_PER_MINUTE: '0',
      NODE_OPTIONS: `--import ${CLOCK}`,
      CLOCK_FILE: clockFile,
    });
  let current: ServerProcess = await start();
  // Runs however the process ends.
  process.once('exit', () => current.child.kill('SIGKILL'));
  if (!current.output().includes('Balcão em')) throw new Error(current.output());
  let ended = false;
  const returns: number[] = [];
  const unexpectedExits: string[] = [];
  let ending = false;
  const end = (signal: NodeJS.Signals) => {
    ending = signal === 'SIGKILL' || signal === 'SIGTERM';
    current.child.kill(signal);
  };
  const isWell = () =>
    fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  const watching = (async () => {
    for (;;) {
      await current.ended;
      if (ended) return;
      if (!ending) unexpectedExits.push(current.output().slice(-1_500));
      ending = false;
      const since = performance.now();
      await pause(RESTART_DELAY);
      current = await start();
      if (current.child.exitCode === null && (await isWell())) returns.push(performance.now() - since);
    }
  })();
  return {
    port,
    wire,
    disk,
    returns,
    unexpectedExits,
    isWell,
    kill: () => end('SIGKILL'),
    signal: end,
    clock: (off) => {
      writeFileSync(clockFile, String(off));
      current.child.kill('SIGUSR2');
    },
    end: async () => {
      ended = true;
      current.child.kill('SIGKILL');
      await watching;
      wire.close();
      disk?.end();
    },
  };
}

async function keepProxy(targets: number[]) {
  const port = await freePort();
  let ended = false;
  let child: ChildProcess;
  const start = async () => {
    child = fork(path.join(import.meta.dirname, 'line.ts'), [port, ...targets].map(String), {
      execArgv: ['--import', 'tsx'],
    });
    child.once('exit', () => !ended && void start());
    await new Promise((resolve) => child.once('message', resolve));
  };
  await start();
  return {
    port,
    kill: () => void child.kill('SIGKILL'),
    end: () => {
      ended = true;
      child.kill('SIGKILL');
    },
  };
}

export async function until(holds: () => Promise<boolean>, seconds = 90): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`not so after ${seconds} s: ${String(holds)}`);
    await pause(50);
  }
}

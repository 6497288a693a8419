import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { explainStart } from '../failures.ts';
import type { Counted } from '../plugins/countTogether.ts';
import type { Settings } from '../settings/settings.ts';
import { endWhenHanging } from './pulse.ts';

/**
 * Milliseconds between the end of a process and the start of its replacement: doubled each time, unless the process had run
 * for a while.
 */
const FIRST_WAIT = 250;
const MAX_WAIT = 30_000;
const LIVED = 60_000;

/** Shutdown functions of the things that were started, in start order. */
export type Endings = (() => Promise<unknown>)[];

type ToWorker = Counted | { kind: 'database'; url: string };
type FromWorker = Counted | { kind: 'waiting' } | { kind: 'answers' } | { kind: 'failed'; why: string };

interface Workers {
  /** Sends the workers the database address; resolves once all of them listen, and rejects if one cannot. */
  answer: (databaseUrl: string) => Promise<void>;
  /** Each worker finishes its pending work; resolves once all have exited. */
  stop: () => Promise<void>;
}

/**
 * Starts worker processes that answer on one port; connections are distributed among them in turn. They load while the
 * database is being prepared. A worker that dies is replaced; `main` is the module each one runs.
 */
export function startWorkers(count: number, main: string, say: (text: string) => void): Workers {
  let url: string | null = null;
  let stopped = false;
  let wait = FIRST_WAIT;
  const endings = new Set<Promise<void>>();
  cluster.setupPrimary({ exec: main, args: [] });

  /** Resolves when the worker listens. A failure of one of the first workers aborts the start; a later one is replaced. */
  function start(): Promise<void> {
    const worker = cluster.fork();
    const begun = Date.now();
    let why = '';
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    endings.add(ended);
    endWhenHanging(worker.process, say);
    // A message may fail because the process is just ending, which its exit event reports anyway.
    worker.on('error', () => {});
    return new Promise<void>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'waiting' && url !== null) sendTo(worker, { kind: 'database', url });
        if (message.kind === 'answers') resolve();
        if (message.kind === 'failed') why = message.why;
        if (message.kind === 'counted')
          for (const other of workersNow()) if (other !== worker) sendTo(other, message);
      });
      void ended.then(() => {
        endings.delete(ended);
        reject(new Error(why || 'Um processo do Balcão terminou antes de atender.'));
        if (answering && !stopped) void replace(Date.now() - begun);
      });
    });
  }

  let answering = false;
  async function replace(lived: number): Promise<void> {
    wait = lived > LIVED ? FIRST_WAIT : Math.min(2 * wait, MAX_WAIT);
    say(`Um processo do Balcão terminou; outro começa em ${Math.ceil(wait / 1000)} s.`);
    await pause(wait);
    if (!stopped) await start().catch((error) => say(explainStart(error)));
  }

  const first = Promise.all(Array.from({ length: count }, start));
  // `answer` reports the failure; until then this avoids an unhandled rejection.
  first.catch(() => {});
  return {
    async answer(databaseUrl) {
      url = databaseUrl;
      // Sending it twice does no harm: a worker may have just asked for it.
      for (const worker of workersNow()) sendTo(worker, { kind: 'database', url });
      await first;
      answering = true;
    },
    async stop() {
      stopped = true;
      for (const worker of workersNow()) worker.kill('SIGTERM');
      await Promise.all(endings);
    },
  };
}

const workersNow = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

function sendTo(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {});
}

/** The main function of a worker: waits for the database, then answers requests until it is told to stop. */
export async function runWorker(settings: Settings, endings: Endings): Promise<void> {
  try {
    const { startHttp, joinDatabase } = await import('./startParts.ts');
    const url = await databaseOfPrimary();
    const deps = await joinDatabase(url, settings, endings, (text) => process.stdout.write(`${text}\n`));
    await startHttp(deps, endings);
    send({ kind: 'answers' });
  } catch (error) {
    send({ kind: 'failed', why: explainStart(error) });
    for (const ending of endings.splice(0).reverse()) await ending().catch(() => {});
    process.exit(1);
  }
}

const send = (message: FromWorker) => process.send?.(message);

const databaseOfPrimary = () =>
  new Promise<string>((resolve) => {
    process.on('message', (message: ToWorker) => message.kind === 'database' && resolve(message.url));
    send({ kind: 'waiting' });
  });

import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { explainStart } from './explainStart.ts';
import type { Counted } from './plugins/countTogether.ts';
import type { Settings } from './settings.ts';

/** Between the end of a process and the start of its successor: longer each time, unless it had lived a while. ms */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 30_000;
const LIVED = 60_000;

/** How to end what was started, in the order of its start. */
export type Endings = (() => Promise<unknown>)[];

type ToWorker = Counted | { kind: 'database'; url: string };
type FromWorker = Counted | { kind: 'waiting' } | { kind: 'answers' } | { kind: 'failed'; why: string };

interface Workers {
  /** Tells them where the database is; resolves once all of them listen, and throws where one cannot. */
  answer: (databaseUrl: string) => Promise<void>;
  /** Each ends what is under way; resolves once they are gone. */
  stop: () => Promise<void>;
}

/**
 * Processes that answer on the one port, which the kernel's connections are dealt to in turn. They load while the
 * database is prepared. One that dies is replaced; `main` is what each runs.
 */
export function startWorkers(count: number, main: string, say: (text: string) => void): Workers {
  let url: string | null = null;
  let stopped = false;
  let wait = FIRST_WAIT;
  const gone = new Set<Promise<void>>();
  cluster.setupPrimary({ exec: main, args: [] });

  /** Resolves when it listens; the first ones' failure ends the start, a later one's brings a successor. */
  function start(): Promise<void> {
    const worker = cluster.fork();
    const begun = Date.now();
    let why = '';
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    gone.add(ended);
    // A message that reaches nobody, because the process ends just then: its end is heard of by itself.
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
        gone.delete(ended);
        reject(new Error(why || 'Um processo do Balcão terminou antes de atender.'));
        if (answering && !stopped) void replace(Date.now() - begun);
      });
    });
  }

  let answering = false;
  async function replace(lived: number): Promise<void> {
    wait = lived > LIVED ? FIRST_WAIT : Math.min(2 * wait, LONGEST_WAIT);
    say(`Um processo do Balcão terminou; outro começa em ${Math.ceil(wait / 1000)} s.`);
    await pause(wait);
    if (!stopped) await start().catch((error) => say(explainStart(error)));
  }

  const first = Promise.all(Array.from({ length: count }, start));
  // Whoever waits for it hears of it; until then it is no unheard failure.
  first.catch(() => {});
  return {
    async answer(databaseUrl) {
      url = databaseUrl;
      // Twice is as good as once: one may have asked just before.
      for (const worker of workersNow()) sendTo(worker, { kind: 'database', url });
      await first;
      answering = true;
    },
    async stop() {
      stopped = true;
      for (const worker of workersNow()) worker.kill('SIGTERM');
      await Promise.all(gone);
    },
  };
}

const workersNow = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

function sendTo(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {});
}

/** What such a process does: it waits for the database, and then answers until it is told to end. */
export async function answerAsWorker(settings: Settings, endings: Endings): Promise<void> {
  try {
    const { answerRequests, joinDatabase } = await import('./startParts.ts');
    const url = await databaseOfPrimary();
    const deps = await joinDatabase(url, settings, endings, (text) => process.stdout.write(`${text}\n`));
    await answerRequests(deps, endings);
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

import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import PgBoss from 'pg-boss';
import { incomingTrace, outgoingTrace, traced } from '../tracing/spans.ts';

type Data = Record<string, unknown>;

/** Where long work waits until a process does it. What must not be lost stands in a table of its own as well. */
export interface JobQueue {
  /** The same `id` is taken once, however often it is sent; `after` so many seconds at the earliest. */
  send: (name: string, data: Data, options?: { id?: string; after?: number }) => Promise<void>;
}

export interface WorkQueue extends JobQueue {
  /** Does what is sent under this name, one after the other; `signal` says that the process ends. */
  work: (name: string, run: (data: Data, signal: AbortSignal) => Promise<void>) => Promise<void>;
  /** What is under way is told to stop, and waited for. */
  stop: () => Promise<void>;
}

const POLL_SECONDS = 1;
const LONGEST_HOURS = 6;
/** Between two tries while the database is away. ms */
const AGAIN = 500;

/** Somebody waits for the answer of what is sent within it, and hears that it failed. One, since each is asked at every promise. */
const waitedFor = new AsyncLocalStorage<true>();

/**
 * A queue in the console's own database, in a schema of its own; `passes` tells what is over by itself: the database is away, or
 * another process was in the way.
 */
export async function openQueue(
  pool: pg.Pool,
  onError: (error: Error) => void,
  passes: (error: unknown) => boolean = () => false,
): Promise<WorkQueue> {
  const ending = new AbortController();
  const inBackground = backgroundSql(pool, ending.signal, passes);
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) =>
        waitedFor.getStore() ? pool.query(text, values) : inBackground(text, values),
    },
    schedule: false,
  });
  boss.on('error', onError);
  await boss.start();
  const running = new Set<Promise<void>>();
  const known = new Map<string, Promise<void>>();
  const workers = new Map<string, string>();
  const ready = (name: string) => {
    const made =
      known.get(name) ??
      boss.createQueue(name, {
        name,
        policy: 'standard',
        retryLimit: 5,
        retryDelay: 5,
        retryBackoff: true,
        expireInHours: LONGEST_HOURS,
      });
    known.set(name, made);
    // Whoever asks next tries again.
    made.catch(() => known.delete(name));
    return made;
  };
  return {
    async send(name, data, { id, after } = {}) {
      await waitedFor.run(true, async () => {
        await ready(name);
        await boss.send(
          name,
          { ...data, ...outgoingTrace() },
          { ...(id && { id }), ...(after && { startAfter: after }) },
        );
      });
      // Somebody waits for it: it begins at once where this process does the work, elsewhere with its next look.
      const worker = after ? undefined : workers.get(name);
      if (worker) boss.notifyWorker(worker);
    },
    async work(name, run) {
      await ready(name);
      const worker = await boss.work<Data>(name, { pollingIntervalSeconds: POLL_SECONDS }, async (jobs) => {
        for (const job of jobs) {
          const { traceparent, tracestate, ...data } = job.data;
          const within = incomingTrace({ traceparent, tracestate });
          const step = { name: `process ${name}`, kind: 'CONSUMER', within } as const;
          const work = traced(step, () => run(data, ending.signal));
          running.add(work);
          await work.finally(() => running.delete(work));
        }
      });
      workers.set(name, worker);
    },
    async stop() {
      ending.abort();
      await Promise.allSettled(running);
      await boss.stop({ graceful: false, wait: false, close: false });
    },
  };
}

/**
 * pg-boss waits for no answer when it writes down that a job ended: where the database is away just then, the failure would
 * be nobody's and end the process. So it is tried until it is back; once the process ends, it is left. Processes that start
 * together make the same queues, and may stand in each other's way.
 */
function backgroundSql(pool: pg.Pool, ending: AbortSignal, passes: (error: unknown) => boolean) {
  return async (text: string, values: unknown[]) => {
    for (;;) {
      try {
        return await pool.query(text, values);
      } catch (error) {
        if (ending.aborted) return new Promise<never>(() => {});
        if (!passes(error)) throw error;
        await pause(AGAIN);
      }
    }
  };
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import PgBoss from 'pg-boss';
import type { WorkQueueName } from '#contract/config/health.ts';
import { incomingTrace, outgoingTrace, traced } from '../tracing/spans.ts';
import { takeOverAbandoned, type UnderWay } from './takeOver.ts';

type Data = Record<string, unknown>;

/** Holds long work until a process does it. Work that must not be lost is also stored in a table of its own. */
export interface JobQueue<Name extends string = WorkQueueName> {
  /** The same `id` is accepted once, however often it is sent; `after` delays the start by at least that many seconds. */
  send: (name: Name, data: Data, options?: { id?: string; after?: number }) => Promise<void>;
}

export interface WorkQueue<Name extends string = WorkQueueName> extends JobQueue<Name> {
  /**
   * Runs the jobs sent under this name one after the other; `signal` aborts when the process shuts down. Where `underWay` tells
   * what processes have begun, this one goes on with what a killed one left; `data.id` names it.
   */
  work: (
    name: Name,
    run: (data: Data, signal: AbortSignal) => Promise<void>,
    underWay?: () => Promise<readonly UnderWay[]>,
  ) => Promise<void>;
  /** Signals running jobs to stop and waits for them. */
  stop: () => Promise<void>;
}

const POLL_SECONDS = 1;
const MAX_HOURS = 6;
/** Milliseconds between two attempts while the database is unavailable. */
const RETRY_DELAY = 500;

/** Somebody waits for the answer of what is sent within it, and hears that it failed. One, since each is asked at every promise. */
const waitedFor = new AsyncLocalStorage<true>();

/**
 * A queue in the console's own database, in a schema of its own. `passes` recognizes transient errors: the database is
 * unavailable, or another process interfered.
 */
export async function openQueue<Name extends string = WorkQueueName>(
  pool: pg.Pool,
  onError: (error: Error) => void,
  isTransient: (error: unknown) => boolean = () => false,
): Promise<WorkQueue<Name>> {
  const ending = new AbortController();
  const inBackground = backgroundSql(pool, ending.signal, isTransient);
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
  const queues = new Map<string, Promise<void>>();
  const workers = new Map<string, string>();
  const ready = (name: string) => {
    const creation =
      queues.get(name) ??
      boss.createQueue(name, {
        name,
        policy: 'standard',
        retryLimit: 5,
        retryDelay: 5,
        retryBackoff: true,
        expireInHours: MAX_HOURS,
      });
    queues.set(name, creation);
    // The next caller tries again.
    creation.catch(() => queues.delete(name));
    return creation;
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
      // A user is waiting for it: it starts at once if this process does the work, elsewhere at the next poll.
      const worker = after ? undefined : workers.get(name);
      if (worker) boss.notifyWorker(worker);
    },
    async work(name, run, underWay) {
      await ready(name);
      const own = new Set<string>();
      const tracked = async (data: Data) => {
        const id = String(data.id ?? '');
        own.add(id);
        await run(data, ending.signal).finally(() => own.delete(id));
      };
      if (underWay) {
        const watching = takeOverAbandoned({
          look: underWay,
          run: (id) => tracked({ id }),
          isOwn: (id) => own.has(id),
          ending: ending.signal,
          onError,
        });
        running.add(watching);
      }
      const worker = await boss.work<Data>(name, { pollingIntervalSeconds: POLL_SECONDS }, async (jobs) => {
        for (const job of jobs) {
          const { traceparent, tracestate, ...data } = job.data;
          const within = incomingTrace({ traceparent, tracestate });
          const step = { name: `process ${name}`, kind: 'CONSUMER', within } as const;
          const work = traced(step, () => tracked(data));
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
 * pg-boss does not await the statement that records the end of a job: if the database is unavailable just then, the rejection
 * would be unhandled and end the process. So the statement is retried until the database is back, and abandoned when the
 * process shuts down. Processes that start at the same time create the same queues and may interfere with each other.
 */
function backgroundSql(pool: pg.Pool, ending: AbortSignal, passes: (error: unknown) => boolean) {
  return async (text: string, values: unknown[]) => {
    for (;;) {
      try {
        return await pool.query(text, values);
      } catch (error) {
        if (ending.aborted) return new Promise<never>(() => {});
        if (!passes(error)) throw error;
        await pause(RETRY_DELAY);
      }
    }
  };
}

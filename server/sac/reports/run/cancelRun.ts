import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, isNull, sql } from 'drizzle-orm';
import pg from 'pg';
import type { Deps } from '#server/context.ts';
import type { Replica } from '#server/db/replica.ts';
import { reportRuns } from '#server/db/tables/index.ts';
import { readerPool } from '../reader/readerPool.ts';
import type { Stop } from './refusals.ts';

type Parts = Pick<Deps, 'db' | 'pool' | 'replica' | 'settings'>;

/** The name of a run's connection, by which any process can find it. */
export const nameOfRun = (id: number): string => `balcao relatorio ${id}`;

/** Cancels the person's own running report with this key, whichever process runs it. */
export async function cancelOwnRun(deps: Parts, personId: number, key: string): Promise<number | null> {
  const [row] = await deps.db
    .update(reportRuns)
    .set({ state: 'CANCELADO', error: 'Cancelado por quem o pediu.', finishedAt: sql`now()` })
    .where(
      and(
        eq(reportRuns.personId, personId),
        eq(reportRuns.reportKey, key),
        eq(reportRuns.state, 'RODANDO'),
        isNull(reportRuns.scheduleId),
        isNull(reportRuns.dashboardKey),
      ),
    )
    .returning({ id: reportRuns.id });
  if (!row) return null;
  await cancelReading(deps, row.id);
  return row.id;
}

/** Consoles that share a server may share the reader role, and their runs have the same numbers. */
const OWN = `from pg_stat_activity
  where application_name = any ($1) and usename = current_user and datname = current_database()`;

/** Cancels the run wherever it reads. */
const cancelReading = (deps: Parts, id: number): Promise<unknown> =>
  everywhere(deps, async (client) => {
    await client.query(`select pg_cancel_backend(pid) ${OWN}`, [[nameOfRun(id)]]);
  });

/** Signals a single backend: cancels its statement or terminates it. */
const signalReading = (
  deps: Parts,
  reader: Reader,
  way: 'pg_cancel_backend' | 'pg_terminate_backend',
): Promise<void> =>
  withOwnConnection(deps, places.get(reader), async (client) => {
    await client.query(`select ${way}(pid) from pg_stat_activity where pid = $1 and usename = current_user`, [
      reader.processID,
    ]);
  });

/** Which of these runs have a connection, whichever process holds it. */
export async function readingRuns(deps: Parts, ids: readonly number[]): Promise<Set<number>> {
  const named = new Map(ids.map((id) => [nameOfRun(id), id]));
  const found = await everywhere(deps, async (client) => {
    const { rows } = await client.query<{ name: string }>(`select application_name as name ${OWN}`, [
      [...named.keys()],
    ]);
    return rows;
  });
  return new Set(found.flatMap((rows) => rows ?? []).flatMap(({ name }) => named.get(name) ?? []));
}

/** Runs on the primary and, if there is one, on the replica; if the replica is unavailable, nothing is being read there. */
async function everywhere<T>(deps: Parts, use: (client: pg.Client) => Promise<T>): Promise<(T | null)[]> {
  const { replica } = deps;
  return Promise.all([
    withOwnConnection(deps, undefined, use),
    replica ? withOwnConnection(deps, replica, use).catch(() => null) : null,
  ]);
}

/** Uses its own connection, since those of the pool may all be busy with reports. */
async function withOwnConnection<T>(
  deps: Parts,
  at: Replica | undefined,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { options } = await readerPool(deps, at);
  const client = new pg.Client({
    connectionString: String(options.connectionString),
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Connections that read from a replica; all others read from the primary. */
const places = new WeakMap<pg.PoolClient, Replica>();

export const markReplicaReader = (client: pg.PoolClient, replica: Replica) => places.set(client, replica);

type Reader = pg.PoolClient & { processID: number; connection: { stream: Socket } };

/** Milliseconds between one way of stopping a statement and the next, harder one. */
const GRACE_MS = 2_000;

/** A time limit for a whole reading, in addition to that of each statement; the caller can also abort it. */
export interface ReadingLimit {
  /** Called once there is a connection that can be stopped. */
  watch(client: pg.PoolClient): void;
  /** Leaves this many milliseconds from now on. */
  allow(milliseconds: number): void;
  stop(): Stop | null;
  /** Ends the reading because nobody waits for it any more. */
  cancel(): void;
  /** Must be called when the reading is over. */
  end(): void;
}

/**
 * Backends that could be neither cancelled nor terminated, with the pool that can see them. They still hold memory and a CPU
 * core.
 */
const abandoned = new Map<number, pg.Pool>();

/**
 * Stops a reading after its time limit: by cancelling it, then by terminating its backend, and if even that has no effect by
 * abandoning it. The caller then gets an error, the pool's slot is released, and `countAbandonedBackends` counts the backend left
 * behind.
 */
export function limitReading(deps: Parts, milliseconds: number, signal?: AbortSignal): ReadingLimit {
  let stop: Stop | null = null;
  let reader: Reader | undefined;
  let over = false;
  const escalate = async () => {
    for (const way of ['pg_cancel_backend', 'pg_terminate_backend'] as const) {
      if (over || !reader) return;
      await signalReading(deps, reader, way).catch(() => {});
      await pause(GRACE_MS, undefined, { ref: false });
    }
    if (over || !reader) return;
    abandoned.set(reader.processID, places.get(reader)?.pool ?? deps.pool);
    reader.connection.stream.destroy(new Error('the backend answers nothing'));
  };
  const end = (why: Stop) => {
    if (stop || over) return;
    stop = why;
    void escalate();
  };
  const after = (time: number) => setTimeout(() => end('TEMPO'), time);
  let timer = after(milliseconds);
  const onAbort = () => end('CANCELADO');
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  return {
    watch(client) {
      reader = client as Reader;
      if (stop) void escalate();
    },
    allow(time) {
      clearTimeout(timer);
      timer = after(time);
    },
    stop: () => stop,
    cancel: onAbort,
    end() {
      over = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}

/** How many of the abandoned backends still exist. */
export async function countAbandonedBackends({ pool }: Parts): Promise<number> {
  if (abandoned.size === 0) return 0;
  for (const place of new Set([pool, ...abandoned.values()])) {
    const here = [...abandoned].flatMap(([pid, at]) => (at === place ? [pid] : []));
    const alive = await aliveAt(place, here);
    for (const pid of here) if (!alive.has(pid)) abandoned.delete(pid);
  }
  return abandoned.size;
}

/** If a server cannot be queried, it is gone together with everything it ran. */
async function aliveAt(pool: pg.Pool, pids: readonly number[]): Promise<Set<number>> {
  const { rows } = await pool
    .query<{ pid: number }>('select pid from pg_stat_activity where pid = any ($1::int[])', [pids])
    .catch(() => ({ rows: [] }));
  return new Set(rows.map(({ pid }) => pid));
}

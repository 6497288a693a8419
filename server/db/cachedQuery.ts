import { sql } from 'drizzle-orm';
import { type PgTable, PgTransaction } from 'drizzle-orm/pg-core';
import { Recent } from '../recent.ts';
import type { Executor } from './client.ts';
import { prepared } from './prepared.ts';
import { configurationState } from './tables/index.ts';

/** Jobs and sweeps run without a session check, so they trust the cache for this many milliseconds. */
const CHECK_INTERVAL = 1_000;
const MAX_ENTRIES = 1_000;

interface QueryCache {
  change: number;
  checkedAt: number;
  values: Recent<Promise<unknown>>;
}

/**
 * The cache of each database. An executor that was never notified of a change (a script, a connection of its own) has none
 * and queries the database.
 */
const memories = new WeakMap<Executor, QueryCache>();

/** For a read replica, the cache of the primary is used, which is newer at worst. */
const originals = new WeakMap<Executor, Executor>();

export function shareCacheOf(copy: Executor, original: Executor) {
  originals.set(copy, original);
}

/** The configuration's change number as a column for a query that every request makes anyway: the one for its session. */
export const lastChange =
  sql<number>`(select ${configurationState.change} from ${configurationState})`.mapWith(Number);

/**
 * Records the current change number. If it differs, everything read under the earlier one is dropped, including reads still
 * in progress.
 */
export function recordChange(db: Executor, change: number, now = performance.now()) {
  const memory = memories.get(db);
  if (memory?.change === change) memory.checkedAt = now;
  else {
    memories.set(db, { change, checkedAt: now, values: new Recent(MAX_ENTRIES) });
    for (const act of followers.get(db) ?? []) act();
  }
}

const followers = new WeakMap<Executor, Set<() => void>>();

/** Runs after this process noticed that the configuration changed, for what must not be asked at each use. */
export function onConfigurationChange(db: Executor, act: () => void): void {
  followers.set(db, (followers.get(db) ?? new Set()).add(act));
}

/** Invalidates the cache after a write by this process, which may be a change that no request has noticed yet. */
export function invalidateCache(db: Executor) {
  const memory = memories.get(db);
  if (memory) memory.checkedAt = Number.NEGATIVE_INFINITY;
}

const changeNow = prepared<Record<string, never>, { change: number }[]>('configuration_change', (db) =>
  db.select({ change: configurationState.change }).from(configurationState),
);

export async function askChange(db: Executor) {
  const [row] = await changeNow(db, {});
  if (row) recordChange(db, row.change);
}

/** Tables with cached data: a trigger on each records changes, which a test verifies. */
export const rememberedTables = new Set<PgTable>();

/**
 * Caches data that hardly ever changes but is needed by every request: parameters, published definitions, branch time zones.
 * It is loaded once from `tables` and kept while `configuration_state` has the same change number, which every request reads
 * together with its session, so a request never sees data older than itself, in any process. A trigger writes the change
 * number in the same transaction. Within a transaction the database is queried, since the transaction may have changed
 * something itself. Results are shared and therefore frozen.
 */
export function cachedQuery<V extends object, R>(
  name: string,
  tables: readonly PgTable[],
  load: (db: Executor, values: V) => Promise<R>,
): (db: Executor, values: V) => Promise<R> {
  for (const table of tables) rememberedTables.add(table);
  return async (requested, values) => {
    const db = originals.get(requested) ?? requested;
    if (db instanceof PgTransaction || !memories.has(db)) return load(requested, values);
    if (performance.now() - (memories.get(db)?.checkedAt ?? 0) > CHECK_INTERVAL) await askChange(db);
    const memory = memories.get(db);
    const key = `${name} ${JSON.stringify(values)}`;
    const cachedAnswer = memory?.values.get(key) as Promise<R> | undefined;
    if (cachedAnswer) return cachedAnswer;
    const loading = load(db, values).then(frozen);
    memory?.values.set(key, loading);
    // A failure is passed to its callers and not cached.
    loading.catch(() => memory?.values.delete(key));
    return loading;
  };
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const each of Object.values(value)) frozen(each);
  return Object.freeze(value);
}

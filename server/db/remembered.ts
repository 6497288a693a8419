import { sql } from 'drizzle-orm';
import { type PgTable, PgTransaction } from 'drizzle-orm/pg-core';
import { Recent } from '../recent.ts';
import type { Executor } from './client.ts';
import { prepared } from './prepared.ts';
import { configurationState } from './tables/index.ts';

/** Jobs and sweeps, which no session precedes, take what is in memory to hold for so long. ms */
const CHECKED_EVERY = 1_000;
const MOST = 1_000;

interface Memory {
  change: number;
  checkedAt: number;
  values: Recent<Promise<unknown>>;
}

/** Of each database. Whoever never heard of a change (a script, a connection of its own) has none, and asks. */
const memories = new WeakMap<Executor, Memory>();

/** Of a copy of a database what is remembered of the database itself holds, which is newer at worst. */
const originals = new WeakMap<Executor, Executor>();

export function rememberAs(copy: Executor, original: Executor) {
  originals.set(copy, original);
}

/** The change as a column of a query that every request asks anyway: that of its session. */
export const lastChange =
  sql<number>`(select ${configurationState.change} from ${configurationState})`.mapWith(Number);

/** Another change than before: nothing that was read under the earlier one holds, wherever it is on its way. */
export function heardChange(db: Executor, change: number, now = performance.now()) {
  const memory = memories.get(db);
  if (memory?.change === change) memory.checkedAt = now;
  else memories.set(db, { change, checkedAt: now, values: new Recent(MOST) });
}

/** This process has just written something, which may be a change that no request has heard of. */
export function doubtMemory(db: Executor) {
  const memory = memories.get(db);
  if (memory) memory.checkedAt = Number.NEGATIVE_INFINITY;
}

const changeNow = prepared<Record<string, never>, { change: number }[]>('configuration_change', (db) =>
  db.select({ change: configurationState.change }).from(configurationState),
);

export async function askChange(db: Executor) {
  const [row] = await changeNow(db, {});
  if (row) heardChange(db, row.change);
}

/** Tables of which something is remembered: a trigger on each tells of its changes, which a test holds. */
export const rememberedTables = new Set<PgTable>();

/**
 * What hardly ever changes and every request asks: parameters, published definitions, zones of branches. It is loaded
 * once from `tables` and kept as long as `configuration_state` names the same change, which every request reads together
 * with its session: a request never sees what is older than itself, in whatever process. A trigger writes the change
 * in the transaction that makes it. Within a transaction the database is asked, for it may have changed something itself.
 * What comes back is shared, so that it is frozen.
 */
export function remembered<V extends object, R>(
  name: string,
  tables: readonly PgTable[],
  load: (db: Executor, values: V) => Promise<R>,
): (db: Executor, values: V) => Promise<R> {
  for (const table of tables) rememberedTables.add(table);
  return async (asked, values) => {
    const db = originals.get(asked) ?? asked;
    if (db instanceof PgTransaction || !memories.has(db)) return load(asked, values);
    if (performance.now() - (memories.get(db)?.checkedAt ?? 0) > CHECKED_EVERY) await askChange(db);
    const memory = memories.get(db);
    const key = `${name} ${JSON.stringify(values)}`;
    const known = memory?.values.get(key) as Promise<R> | undefined;
    if (known) return known;
    const loading = load(db, values).then(frozen);
    memory?.values.set(key, loading);
    // A failure is told to whoever waits for it, and not remembered.
    loading.catch(() => memory?.values.delete(key));
    return loading;
  };
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const each of Object.values(value)) frozen(each);
  return Object.freeze(value);
}

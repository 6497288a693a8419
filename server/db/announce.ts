import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Db, Executor } from './client.ts';

/** The channel that every process listens to. */
export const NOTIFICATION = 'balcao_tempo_real';

type Say = (payload: string) => void;

/** Where an executor's announcements go: for a database, out at once; for a transaction, out after its commit. */
const notifiers = new WeakMap<object, Say>();

/**
 * Notifies all processes of something that is committed, or will be with the transaction. It is not sent within the
 * transaction, because PostgreSQL serializes commits that carry a notification, which halved the throughput of eight writers
 * (docs/benchmarks.md, Writes). A process that dies in between notifies no one, so this is only for things that listeners
 * also poll for; use a `signal` (server/realtime/signal.ts) for what must arrive.
 */
export async function announce(db: Executor, payload: string): Promise<void> {
  const say = notifiers.get(db);
  if (say) say(payload);
  // An executor from outside this pool, such as a script's own connection, which notifies at its commit.
  else await db.execute(sql`select pg_notify(${NOTIFICATION}, ${payload})`);
}

export interface Announcer {
  close: () => Promise<void>;
}

/** Lets the transactions of a database send announcements. Closed together with its pool. */
export function announcing(db: Db, connectionString: string): Announcer {
  const { say, close } = openNotifier(connectionString);
  notifiers.set(db, say);
  const begin = db.transaction.bind(db);
  db.transaction = async (work, config) => {
    const payloads = new Set<string>();
    const result = await begin((tx) => work(within(tx, (payload) => payloads.add(payload))), config);
    for (const payload of payloads) say(payload);
    return result;
  };
  return { close };
}

type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

/** Announcements of a savepoint that is rolled back are sent all the same; listeners then find nothing. */
function within(tx: Tx, say: Say): Tx {
  notifiers.set(tx, say);
  const begin = tx.transaction.bind(tx);
  tx.transaction = (work) => begin((inner) => work(within(inner, say)));
  return tx;
}

/** Minimum time in milliseconds between two notifications of one process; whatever arrives meanwhile is sent together. */
const MIN_INTERVAL = 10;

/**
 * Uses its own connection, so that it never waits for a query. The first announcement is sent at once; those shortly after it
 * are sent together, each text once. Nothing is written, so nothing waits for the disk.
 */
function openNotifier(connectionString: string) {
  const line = new pg.Pool({
    connectionString,
    max: 1,
    application_name: 'balcao avisos',
    // After this time the connection is considered dead, and the next announcement uses a new one.
    connectionTimeoutMillis: 3_000,
    query_timeout: 3_000,
    allowExitOnIdle: true,
  });
  line.on('error', () => {});
  let waiting = new Set<string>();
  let under: Promise<void> | null = null;
  async function notifyAll() {
    while (waiting.size > 0) {
      const payloads = [...waiting];
      waiting = new Set();
      // A failed one is not retried, since listeners poll as well.
      await line.query(NOTIFY, [NOTIFICATION, payloads]).catch(() => {});
      await pause(MIN_INTERVAL);
    }
    under = null;
  }
  return {
    say(payload: string) {
      waiting.add(payload);
      under ??= notifyAll();
    },
    async close() {
      await under;
      await line.end();
    },
  };
}

const NOTIFY = `select set_config('synchronous_commit', 'off', true), pg_notify($1, payload)
  from unnest($2::text[]) as told (payload)`;

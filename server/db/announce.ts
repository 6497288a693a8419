import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Db, Executor } from './client.ts';

/** What every process listens to. */
export const NOTIFICATION = 'balcao_tempo_real';

type Say = (payload: string) => void;

/** Where what an executor announces goes: of a database at once, of a transaction once it stands. */
const voices = new WeakMap<object, Say>();

/**
 * Tells all processes of something that stands, or will once the transaction is committed. Not within the transaction:
 * PostgreSQL lets one commit at a time pass that carries a notification, which halved what eight writers came to
 * (docs/benchmarks.md, Writes). A process that dies in between tells nobody, so this is for what listeners look for by
 * themselves as well; what must be heard is a `signal` (server/realtime/signal.ts).
 */
export async function announce(db: Executor, payload: string): Promise<void> {
  const say = voices.get(db);
  if (say) say(payload);
  // Not of this pool: a script's own connection. It is heard at its commit.
  else await db.execute(sql`select pg_notify(${NOTIFICATION}, ${payload})`);
}

export interface Announcer {
  close: () => Promise<void>;
}

/** Lets the transactions of a database announce. Closed with its pool. */
export function announcing(db: Db, connectionString: string): Announcer {
  const { say, close } = openVoice(connectionString);
  voices.set(db, say);
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

/** What a part announces that is taken back alone is told all the same: who looks finds nothing. */
function within(tx: Tx, say: Say): Tx {
  voices.set(tx, say);
  const begin = tx.transaction.bind(tx);
  tx.transaction = (work) => begin((inner) => work(within(inner, say)));
  return tx;
}

/** Two notifications of one process are no closer than this: what comes meanwhile goes together. ms */
const APART = 10;

/**
 * A connection of its own, so that nobody's query is waited for. The first is told at once, what follows it soon goes
 * together with the next, each text once. Nothing waits for the disk, since nothing is written.
 */
function openVoice(connectionString: string) {
  const line = new pg.Pool({
    connectionString,
    max: 1,
    application_name: 'balcao avisos',
    // Who waits longer speaks into a line that is dead; what comes after it is said on another.
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
      // One that fails is not tried again: whoever listens looks by themselves.
      await line.query(TELL, [NOTIFICATION, payloads]).catch(() => {});
      await pause(APART);
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

const TELL = `select set_config('synchronous_commit', 'off', true), pg_notify($1, payload)
  from unnest($2::text[]) as told (payload)`;

import { sql } from 'drizzle-orm';
import pg from 'pg';
import { type Executor, unhurried } from './client.ts';
import { NOTICE_GONE } from './deadConnections.ts';

/** What processes of the console do one at a time. Any numbers that nothing else locks. */
export const LOCKS = {
  migrate: 7_225_226,
  firstStart: 7_225_227,
  feed: 7_225_228,
  nfeFolder: 7_225_229,
  agendas: 7_225_230,
  mailbox: 7_225_231,
  fieldIndexes: 7_225_233,
  fieldOwners: 7_225_232,
  typeIndexes: 7_225_234,
} as const;

/** Runs `action` on a connection of its own while no other process does the same; the others wait. */
export async function withAdvisoryLock<T>(
  url: string,
  key: number,
  action: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'balcao lock',
    options: NOTICE_GONE,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [key]);
    return await action(client);
  } finally {
    // Ending the session gives the lock back.
    await client.end();
  }
}

/** A lock that a process keeps while it goes on with something. Whoever dies gives it back. */
export interface Lease {
  /** False once its connection is gone: another may have it by now. */
  holds(): Promise<boolean>;
  end(): Promise<void>;
}

/** Null where another process has it. On a connection of its own, so that none of the pool is kept for days. */
export async function leaseOf(url: string, key: number): Promise<Lease | null> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'balcao lease',
    options: NOTICE_GONE,
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [key]);
    if (rows[0]?.mine)
      return {
        holds: () =>
          client.query('select 1').then(
            () => true,
            () => false,
          ),
        end: () => client.end().catch(() => {}),
      };
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  await client.end();
  return null;
}

/** Long work on a connection of its own, outside of transactions, that of several processes one does; false for the others. */
export const oneAtATime = (
  pool: pg.Pool,
  key: number,
  work: (db: Executor) => Promise<void>,
): Promise<boolean> =>
  unhurried(pool, async (db) => {
    const { rows } = await db.execute<{ mine: boolean }>(sql`select pg_try_advisory_lock(${key}) as mine`);
    if (!rows[0]?.mine) return false;
    await work(db);
    return true;
  });

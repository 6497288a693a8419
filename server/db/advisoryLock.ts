import { sql } from 'drizzle-orm';
import pg from 'pg';
import { type Executor, unhurried } from './client.ts';

/** What processes of the console do one at a time. Any numbers that nothing else locks. */
export const LOCKS = {
  migrate: 7_225_226,
  firstStart: 7_225_227,
  feed: 7_225_228,
  nfeFolder: 7_225_229,
  agendas: 7_225_230,
  mailbox: 7_225_231,
  fieldIndexes: 7_225_242,
  fieldOwners: 7_225_231,
  typeIndexes: 7_225_243,
} as const;

/** Runs `action` on a connection of its own while no other process does the same; the others wait. */
export async function withAdvisoryLock<T>(
  url: string,
  key: number,
  action: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'balcao lock' });
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

import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { type Executor, withoutTimeLimit } from './client.ts';
import { NOTICE_GONE, nameOfWaiting } from './deadConnections.ts';

/**
 * Advisory locks for what is done one at a time, by processes of the console or by their transactions. The numbers are arbitrary,
 * and no other place has any.
 */
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
  wordsIndex: 7_225_235,
  definitions: 7_225_241,
  standardRows: 7_225_242,
  access: 7_225_243,
  reasonTree: 7_225_244,
  reportReader: 7_225_251,
  foreignLookups: 7_225_252,
  newAccounts: 7_225_253,
  limits: 7_225_254,
  drafts: 7_225_261,
  keptNotes: 7_225_262,
} as const;

/** Held until the transaction ends. With `of`, only transactions about the same thing take turns. */
export const lockUntilCommit = (tx: Executor, key: number, of?: string | number): Promise<unknown> =>
  tx.execute(
    of === undefined
      ? sql`select pg_advisory_xact_lock(${key})`
      : sql`select pg_advisory_xact_lock(${key}, hashtext(${String(of)}))`,
  );

/** Any number of transactions hold it together, but none beside one that has it by `lockUntilCommit`. */
export const shareUntilCommit = (tx: Executor, key: number, of: string): Promise<unknown> =>
  tx.execute(sql`select pg_advisory_xact_lock_shared(${key}, hashtext(${of}))`);

/**
 * The number of rows, for a limit on how many there may be (`of`: per person, say). Of transactions that add one at the same
 * time, each counts those of the others: they take turns until they end.
 */
export async function countLocked(
  tx: Executor,
  table: PgTable,
  { where, of = '' }: { where?: SQL | undefined; of?: string | number } = {},
): Promise<number> {
  await lockUntilCommit(tx, LOCKS.limits, `${getTableName(table)} ${of}`);
  return tx.$count(table, where);
}

/** Runs `action` on a connection of its own while no other process does the same; the others wait. */
export async function withAdvisoryLock<T>(
  url: string,
  key: number,
  action: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: nameOfWaiting('balcao lock'),
    options: NOTICE_GONE,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [key]);
    return await action(client);
  } finally {
    // Ending the session releases the lock.
    await client.end();
  }
}

/** A lock that a process holds during ongoing work. If the process dies, it is released. */
export interface Lease {
  /** False once its connection is gone, since another process may hold it by now. */
  holds(): Promise<boolean>;
  end(): Promise<void>;
}

/** Null if another process has it. Uses its own connection, so that no pool connection is held for days. */
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

/** Runs long work on its own connection, outside transactions, in only one of several processes; false for the others. */
export const oneAtATime = (
  pool: pg.Pool,
  key: number,
  work: (db: Executor) => Promise<void>,
): Promise<boolean> =>
  withoutTimeLimit(pool, async (db) => {
    const { rows } = await db.execute<{ mine: boolean }>(sql`select pg_try_advisory_lock(${key}) as mine`);
    if (!rows[0]?.mine) return false;
    await work(db);
    return true;
  });

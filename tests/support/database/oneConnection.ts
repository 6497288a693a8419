import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { Connection } from '#server/db/client.ts';

/** Where the server answers a call, and there the pool of the transaction that is under way. */
const answering = new AsyncLocalStorage<{ under?: pg.Pool }>();

/**
 * Refuses a call a second connection while it holds one. Within a transaction everything is asked of the transaction: as many
 * calls at once as the pool has connections would otherwise all wait for one more, until they time out.
 */
export function oneConnectionEach({ db, pool }: Pick<Connection, 'db' | 'pool'>): void {
  const begin = db.transaction.bind(db);
  db.transaction = (work, config) =>
    begin((tx) => (answering.getStore() ? answering.run({ under: pool }, () => work(tx)) : work(tx)), config);
  const lend = pool.connect.bind(pool) as (...input: unknown[]) => unknown;
  pool.connect = ((...input: unknown[]) => {
    if (answering.getStore()?.under === pool)
      throw new Error('a second connection is asked for within a transaction: use the transaction');
    return lend(...input);
  }) as pg.Pool['connect'];
}

/** A call that is watched for this. What a test itself does, with a transaction held open, is not. */
export const watched = <T>(call: () => T): T => answering.run({}, call);

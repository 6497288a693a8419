import { AsyncResource } from 'node:async_hooks';
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { PoolClient } from 'pg';
import pg from 'pg';
import { announcing } from './announce.ts';
import { invalidateCache } from './cachedQuery.ts';
import { noteDiskFull } from './databaseDisk.ts';
import {
  NOTICE_GONE,
  nameOfConnection,
  startConnectionHeartbeat,
  type Watched,
  watchConnections,
} from './deadConnections.ts';
import { timed, timedCallback } from './slowStatements.ts';

/** Without the tables: only drizzle's relational queries need them, and their types take the compiler seconds. */
export type Db = NodePgDatabase;
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/** What a query needs; works within a transaction and outside one. */
export type Executor = PgDatabase<NodePgQueryResultHKT>;

export interface Connection {
  readonly pool: pg.Pool;
  readonly db: Db;
  close(): Promise<void>;
}

interface ConnectOptions {
  readonly max?: number;
  /** Milliseconds after which the server cancels a statement; 0 for never. */
  readonly statementTimeout?: number;
}

const { DATE, INT8 } = pg.types.builtins;
// A Date at midnight in this machine's zone would shift a Brazilian date; counts stay far below 2^53. Set for the whole
// process, because drizzle uses the global parsers.
pg.types.setTypeParser(DATE, (text) => text);
pg.types.setTypeParser(INT8, Number);

/** A connection pool with drizzle on top of it. */
export function connect(url: string, options: ConnectOptions = {}): Connection {
  const pool = openPool(url, options);
  const db = revalidatingCache(releasingClients(drizzle(pool), pool));
  const announcer = announcing(db, url);
  const pulse = startConnectionHeartbeat(url);
  return {
    pool,
    db,
    close: async () => {
      await announcer.close();
      await pulse.stop();
      await pool.end();
    },
  };
}

interface PoolOptions extends ConnectOptions {
  /** As shown in the server's own list of connections. */
  readonly name?: string;
  readonly connectionTimeout?: number;
  /** Milliseconds after which a connection without any response is closed, even if its server never ended it. */
  readonly answerTimeout?: number;
}

/**
 * A process needs few connections: PostgreSQL works on as many statements at a time as it has cores, and others would only
 * wait there instead of here.
 */
export function openPool(
  url: string,
  {
    max = 12,
    statementTimeout = 30_000,
    name = 'balcao',
    connectionTimeout = 10_000,
    answerTimeout,
  }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    Client: TimeLimitedClient,
    connectionString: url,
    max,
    application_name: nameOfConnection(name),
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: connectionTimeout,
    ...(answerTimeout && { query_timeout: answerTimeout }),
    options: NOTICE_GONE,
    keepAlive: true,
    idleTimeoutMillis: 30_000,
  });
  // A connection that dies, idle or active, is replaced at the next query; without a handler the error would end the process.
  pool.on('error', () => {});
  const watch = watchConnections(pool, url);
  pool.on('connect', (client) => {
    client.on('error', () => {});
    queueQueries(client, watch(client), (error) => noteDiskFull(pool, error));
  });
  keepAsyncContext(pool);
  return pool;
}

/**
 * A server that accepts no connection for this many milliseconds is down; waiting for a connection in use may take longer.
 */
const DIAL = 3_000;

class TimeLimitedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: Math.min(DIAL, config?.connectionTimeoutMillis || DIAL) });
  }
}

/**
 * drizzle keeps a connection whose `begin` failed, so each one silently lost in the network would be missing from the pool
 * for good.
 */
function releasingClients(db: Db, pool: pg.Pool): Db {
  const onClient = new WeakMap<PoolClient, Db>();
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      const own = onClient.get(client) ?? drizzle(client);
      onClient.set(client, own);
      return await own.transaction(work, config);
    } finally {
      client.release();
    }
  };
  return db;
}

/** After a transaction the cache is revalidated, so that a request reads what it has just written. */
function revalidatingCache(db: Db): Db {
  const transaction = db.transaction.bind(db);
  db.transaction = (async (...given: Parameters<typeof transaction>) => {
    try {
      return await transaction(...given);
    } finally {
      invalidateCache(db);
    }
  }) as Db['transaction'];
  return db;
}

/** Runs work without a time limit, on a connection that is closed afterwards with everything it held. */
export async function withoutTimeLimit<T>(pool: pg.Pool, work: (db: Executor) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    return await work(drizzle(client));
  } finally {
    client.release(true);
  }
}

/**
 * A callback that waited for a connection continues in the async context of its caller, not of the one that released the
 * connection.
 */
function keepAsyncContext(pool: pg.Pool): void {
  const lend = pool.connect.bind(pool) as Ask;
  pool.connect = ((callback?: (...lent: unknown[]) => unknown) =>
    callback ? lend(inThisContext(callback)) : lend()) as pg.Pool['connect'];
}

/** `AsyncResource.bind` would also wrap a deprecated property of each function, at every statement. */
function inThisContext(callback: Ask): Ask {
  const caller = new AsyncResource('pg.Pool.connect');
  return (...lent) => caller.runInAsyncScope(callback, undefined, ...lent);
}

type Ask = (...input: unknown[]) => unknown;

/**
 * A connection executes one query after the other, and pg no longer queues a second one for it. Code that reads with
 * `Promise.all` also runs within transactions, so each query waits here for its turn.
 */
function queueQueries(
  client: PoolClient,
  { statementSent }: Watched,
  noteFailure: (error: unknown) => void,
): void {
  const ask = client.query.bind(client) as Ask;
  let last: Promise<unknown> = Promise.resolve();
  client.query = ((...input: unknown[]) => {
    // Queries with a callback come from the pool, which uses a connection for one query at a time; a COPY or a cursor returns
    // itself, to be read or written at once.
    const callback = input.at(-1);
    if (isStream(input[0])) return ask(...input);
    if (typeof callback === 'function') {
      const answered = statementSent();
      const timed = timedCallback(input[0], callback as (...answer: unknown[]) => unknown);
      return ask(...input.slice(0, -1), (...answer: unknown[]) => {
        answered();
        if (answer[0]) noteFailure(answer[0]);
        return timed(...answer);
      });
    }
    const answer = last.then(() => {
      const answered = statementSent();
      return timed(input[0], () => ask(...input) as Promise<unknown>).finally(answered);
    });
    last = answer.catch(noteFailure);
    return answer;
  }) as PoolClient['query'];
}

const isStream = (query: unknown) => typeof (query as { submit?: unknown } | null)?.submit === 'function';

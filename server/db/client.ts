import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { askInTurn } from './askInTurn.ts';
import * as tables from './tables/index.ts';

type Tables = typeof tables;
export type Db = NodePgDatabase<Tables>;
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/** What a query needs: it runs in a transaction as well as outside one. */
export type Executor = PgDatabase<NodePgQueryResultHKT, Tables, ExtractTablesWithRelations<Tables>>;

export interface Connection {
  readonly pool: pg.Pool;
  readonly db: Db;
  close(): Promise<void>;
}

export interface ConnectOptions {
  readonly max?: number;
  /** Milliseconds after which the server gives a statement up; 0 never. */
  readonly statementTimeout?: number;
}

const { DATE, INT8 } = pg.types.builtins;
// A Date at midnight of this machine would move a Brazilian day; counts stay far below 2^53. Set for the whole
// process, because drizzle asks the global parsers.
pg.types.setTypeParser(DATE, (text) => text);
pg.types.setTypeParser(INT8, Number);

/**
 * A pool on the database, and drizzle on top of it. A process needs few connections: PostgreSQL works
 * on as many statements at a time as it has cores, the rest would only wait there instead of here.
 */
export function connect(
  url: string,
  { max = 12, statementTimeout = 30_000 }: ConnectOptions = {},
): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'balcao',
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
  });
  // A connection that dies, idle or at work, is replaced at the next query; unheard it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    askInTurn(client);
  });
  return { pool, db: drizzle(pool, { schema: tables }), close: () => pool.end() };
}

/** Work that no limit of time ends, on a connection that is closed behind it with whatever it held. */
export async function unhurried<T>(pool: pg.Pool, work: (db: Executor) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    return await work(drizzle(client, { schema: tables }));
  } finally {
    client.release(true);
  }
}

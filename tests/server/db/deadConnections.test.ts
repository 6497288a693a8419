import { createServer, connect as dial, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { NOTIFICATION } from '#server/db/announce.ts';
import { connect, openPool } from '#server/db/client.ts';
import { deadLimits } from '#server/db/deadConnections.ts';
import { databaseFailure } from '#server/failures.ts';
import { connectionLimits, listen } from '#server/realtime/signal.ts';
import { type TestDatabase, testDatabase } from '../../support/database/database.ts';

const REAL = { ...deadLimits };
let database: TestDatabase;
let wire: Server;
let pool: pg.Pool;
/** Connections through the proxy, and whether they still carry data. */
const joined: { lost: boolean }[] = [];

beforeAll(async () => {
  database = await testDatabase();
  const { host, port } = new pg.Client({ connectionString: database.url });
  wire = createServer((near) => {
    const far = host.startsWith('/') ? dial(`${host}/.s.PGSQL.${port}`) : dial(port, host);
    const connection = { lost: false };
    joined.push(connection);
    near.on('data', (piece) => !connection.lost && far.write(piece));
    far.on('data', (piece) => !connection.lost && near.write(piece));
    near.on('error', () => {}).on('close', () => far.destroy());
    far.on('error', () => {}).on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  wire?.close();
  await database?.drop();
});
beforeEach(() => {
  Object.assign(deadLimits, { silence: 300, look: 50, timeout: 500, hold: 400, quiet: 60_000, pulse: 50 });
  const { user = '', database: name = '' } = new pg.Client({ connectionString: database.url });
  const { port } = wire.address() as { port: number };
  pool = openPool(`postgresql://${user}@127.0.0.1:${port}/${name}`, { max: 2 });
});
afterEach(async () => {
  Object.assign(deadLimits, REAL);
  await pool.end();
});

/** Like a firewall that dropped its state: open connections are dead, new ones work. */
const dropConnections = () => {
  for (const connection of joined) connection.lost = true;
};

describe('connections that no longer answer', () => {
  it('are dropped, and a request that waits on one gets a 503', async () => {
    await Promise.all([pool.query('select pg_sleep(0.05)'), pool.query('select pg_sleep(0.05)')]);
    expect(pool.totalCount).toBe(2);
    dropConnections();
    const failure = await pool.query('select 1').catch((error: unknown) => error);
    expect(databaseFailure(failure)).toMatchObject({ status: 503 });
    // The other connection was dropped as well, although it was idle.
    expect((await pool.query('select 2 as answer')).rows).toEqual([{ answer: 2 }]);
  });

  it('have their transaction rolled back, which frees its rows', async () => {
    await database.pool.query('create table lost (at int primary key)');
    const client = await pool.connect();
    await client.query('begin');
    await client.query('insert into lost values (1)');
    dropConnections();
    await expect(client.query('commit')).rejects.toThrow('Connection terminated');
    client.release(true);
    // A concurrent writer of the same row waits until the server has released it.
    await database.pool.query('insert into lost values (1)');
    expect((await database.pool.query('select at from lost')).rows).toEqual([{ at: 1 }]);
  });

  it('also end transactions that wait behind theirs and would then hold the rows', async () => {
    await database.pool.query('create table queue (at int primary key)');
    const clients = await Promise.all([pool.connect(), pool.connect()]);
    for (const client of clients) await client.query('begin');
    await clients[0]?.query('insert into queue values (1)');
    const second = clients[1]?.query('insert into queue values (1)').catch((error: Error) => error.message);
    await untilOneWaits();
    dropConnections();
    await expect(clients[0]?.query('select 1')).rejects.toThrow('Connection terminated');
    expect(await second).toContain('Connection terminated');
    for (const client of clients) client.release(true);
    // Uses a connection that does not terminate others: both sessions must already have been ended by the side that gave them
    // up.
    const outside = new pg.Client({ connectionString: database.url, statement_timeout: 5_000 });
    await outside.connect();
    await outside.query('insert into queue values (1)');
    await outside.end();
  });

  it('are not lost to the pool where a transaction was to begin on them', async () => {
    const { user = '', database: name = '' } = new pg.Client({ connectionString: database.url });
    const { port } = wire.address() as { port: number };
    const { db, close } = connect(`postgresql://${user}@127.0.0.1:${port}/${name}`, { max: 2 });
    const ask = () => db.transaction((tx) => tx.execute(sql`select 1 as answer`));
    for (let turn = 0; turn < 2; turn += 1) {
      await Promise.all([ask(), ask()]);
      dropConnections();
      expect((await Promise.allSettled([ask(), ask()])).map(({ status }) => status)).toEqual(
        Array(2).fill('rejected'),
      );
    }
    expect((await ask()).rows).toEqual([{ answer: 1 }]);
    await close();
  });

  it('are distinguished from a slow statement', async () => {
    const { rows } = await pool.query<{ done: string }>(`select pg_sleep(1.2), 'yes' as done`);
    expect(rows[0]?.done).toBe('yes');
  });
});

it('the listening connection is reopened, and reports that it missed something', async () => {
  const real = { ...connectionLimits };
  Object.assign(connectionLimits, { every: 50, timeout: 300 });
  const { user = '', database: name = '' } = new pg.Client({ connectionString: database.url });
  const { port } = wire.address() as { port: number };
  const heard: string[] = [];
  let resumed = 0;
  const line = listen(
    `postgresql://${user}@127.0.0.1:${port}/${name}`,
    { warn: () => {} },
    {
      onNotification: (text) => heard.push(text),
      onResumed: () => {
        resumed += 1;
      },
    },
  );
  await line.ready();
  dropConnections();
  while (resumed === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await database.pool.query('select pg_notify($1, $2)', [NOTIFICATION, 'de volta']);
  while (heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect([heard, resumed]).toEqual([['de volta'], 1]);
  await line.stop();
  Object.assign(connectionLimits, real);
});

describe('transaction of a process that fell silent', () => {
  let waiting: pg.Pool;
  let close: () => Promise<void>;
  beforeAll(async () => {
    await database.pool.query('create table held (at int primary key)');
  });
  beforeEach(() => {
    // A statement that waits for a row is not what ends the holder: that would come too late for a request sent again.
    Object.assign(deadLimits, { silence: 60_000 });
    ({ pool: waiting, close } = connect(database.url, { max: 1 }));
  });
  afterEach(() => close());

  it('is ended by any other that waits for its rows', async () => {
    const client = await pool.connect();
    await client.query('begin');
    await client.query('insert into held values (1)');
    await waiting.query('insert into held values (1)');
    await expect(client.query('commit')).rejects.toThrow();
    client.release(true);
    expect((await database.pool.query('select at from held order by at')).rows).toEqual([{ at: 1 }]);
  });

  it('is ended sooner where its whole process is silent', async () => {
    Object.assign(deadLimits, { hold: 60_000, quiet: 300 });
    const [silent, speaking] = await Promise.all([processNamed('00000bad'), processNamed('00000b0d')]);
    const talk = setInterval(() => void speaking.other.query('select 1'), 50);
    for (const [at, { holder }] of [silent, speaking].entries()) {
      await holder.query('begin');
      await holder.query('insert into held values ($1)', [at + 10]);
    }
    await waiting.query('insert into held values (10)');
    await expect(silent.holder.query('commit')).rejects.toThrow();
    const other = waiting
      .query('insert into held values (11)')
      .catch((error: { code: string }) => error.code);
    await untilOneWaits();
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    await speaking.holder.query('commit');
    expect(await other).toBe('23505');
    clearInterval(talk);
    for (const { holder, other } of [silent, speaking]) await Promise.all([holder.end(), other.end()]);
  });

  it('is left alone by a process that was suspended itself, to which all others seem silent', async () => {
    Object.assign(deadLimits, { hold: 60_000, quiet: 400 });
    const { holder, other } = await processNamed('00000bed');
    const talk = setInterval(() => void other.query('select 1'), 50);
    await holder.query('begin');
    await holder.query('insert into held values (20)');
    const late = waiting.query('insert into held values (20)').catch((error: { code: string }) => error.code);
    await untilOneWaits();
    // Several beats, with the silence of all connections of this process as the only thing between them.
    for (let stop = 0; stop < 3; stop += 1) {
      const until = performance.now() + 700;
      while (performance.now() < until);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    await holder.query('commit');
    expect(await late).toBe('23505');
    clearInterval(talk);
    await Promise.all([holder.end(), other.end()]);
  });

  it('is waited for as long as it goes on', async () => {
    const client = await pool.connect();
    await client.query('begin');
    await client.query('insert into held values (2)');
    const other = waiting.query('insert into held values (2)').catch((error: { code: string }) => error.code);
    await untilOneWaits();
    for (let word = 0; word < 10; word += 1) {
      await client.query('select 1');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await client.query('commit');
    client.release();
    expect(await other).toBe('23505');
  });
});

/** Two connections of one process, which the server distinguishes from those of other processes. */
async function processNamed(name: string): Promise<{ holder: pg.Client; other: pg.Client }> {
  const [holder, other] = ['balcao', 'balcao pulso'].map((each) => {
    const client = new pg.Client({ connectionString: database.url, application_name: `${each} ${name}` });
    client.on('error', () => {});
    return client;
  }) as [pg.Client, pg.Client];
  await Promise.all([holder.connect(), other.connect()]);
  return { holder, other };
}

async function untilOneWaits(): Promise<void> {
  const look = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await database.pool.query(look)).rowCount === 0)
    await new Promise((resolve) => setTimeout(resolve, 10));
}

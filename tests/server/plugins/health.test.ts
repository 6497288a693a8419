import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import pg from 'pg';
import { diskSpace, noteDiskFull, stateOf } from '#server/db/databaseDisk.ts';
import { registerHealth } from '#server/plugins/health.ts';
import { type TestDatabase, testDatabase } from '../../support/database/database.ts';

const GIB = 1024 ** 3;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  // Connects beforehand, because on a busy machine connecting may take longer than the health check waits.
  await database.pool.query('select 1');
});
afterAll(() => database.drop());

async function askWith(pool: pg.Pool, free = 50 * GIB) {
  const app = fastify();
  const space = async () => ({ state: stateOf(free, 100 * GIB), free, total: 100 * GIB });
  registerHealth(app, { pool, settings: { dataDir: '/', databaseUrl: database.url } }, space);
  const answer = await app.inject('/healthz');
  await app.close();
  return { status: answer.statusCode, body: answer.json() };
}

describe('GET /healthz', () => {
  it('answers 200 on a database of this version', async () => {
    expect(await askWith(database.pool)).toEqual({
      status: 200,
      body: { status: 'ok', banco: true, migracoes: true, espaco: 'OK', espacoBanco: 'OK' },
    });
  });

  it('reports low disk space before it ends, and answers 503 once it has', async () => {
    expect(await askWith(database.pool, GIB)).toMatchObject({ status: 200, body: { espaco: 'POUCO' } });
    expect(await askWith(database.pool, GIB / 10)).toEqual({
      status: 503,
      body: {
        status: 'sem espaço em disco',
        banco: true,
        migracoes: true,
        espaco: 'CHEIO',
        espacoBanco: 'OK',
      },
    });
  });

  it('measures the disk of the data folder itself', async () => {
    const space = await diskSpace('/');
    expect(space?.total).toBeGreaterThan(space?.free ?? Number.POSITIVE_INFINITY);
    expect(await diskSpace('/no/such/folder')).toBeNull();
  });

  it('answers 503 when no database listens', async () => {
    const pool = new pg.Pool({ connectionString: 'postgresql://ninguem@127.0.0.1:1/nada' });
    expect(await askWith(pool)).toEqual({
      status: 503,
      body: { status: 'indisponível', banco: false, migracoes: false, espaco: 'OK', espacoBanco: 'OK' },
    });
    await pool.end();
  });

  it('says that a full disk stopped the database', async () => {
    const pool = new pg.Pool({ connectionString: 'postgresql://ninguem@127.0.0.1:1/nada' });
    // The embedded database, whose data is below the folder of the console.
    const space = async () => ({ state: 'CHEIO' as const, free: 0, total: 100 * GIB });
    const app = fastify();
    registerHealth(app, { pool, settings: { dataDir: '/' } }, space);
    const embedded = await app.inject('/healthz');
    await app.close();
    expect([embedded.statusCode, embedded.json()]).toEqual([
      503,
      {
        status: 'sem espaço em disco',
        banco: false,
        migracoes: false,
        espaco: 'CHEIO',
        espacoBanco: 'CHEIO',
      },
    ]);
    // An external one told it before it went.
    noteDiskFull(pool, { code: '53100' });
    expect(await askWith(pool)).toMatchObject({
      status: 503,
      body: { status: 'sem espaço em disco', banco: false, espaco: 'OK', espacoBanco: 'CHEIO' },
    });
    await pool.end();
  });

  it('answers 503 soon when the database accepts connections and does not respond', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const pool = new pg.Pool({ connectionString: `postgresql://ninguem@127.0.0.1:${port}/nada` });
    expect((await askWith(pool)).status).toBe(503);
    await pool.end();
    silent.close();
  });

  it('answers 200 while every connection of the process is busy', async () => {
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    const busy = await pool.connect();
    expect((await askWith(pool)).status).toBe(200);
    busy.release();
    await pool.end();
  });

  it('answers 503 while a migration is missing', async () => {
    await database.pool.query('drop schema drizzle cascade');
    expect(await askWith(database.pool)).toEqual({
      status: 503,
      body: { status: 'indisponível', banco: true, migracoes: false, espaco: 'OK', espacoBanco: 'OK' },
    });
  });
});

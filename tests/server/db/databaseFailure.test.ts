import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { buildApp } from '#server/app.ts';
import { connect } from '#server/db/client.ts';
import { customerBranches, customerEmails, roles } from '#server/db/tables/index.ts';
import { databaseFailure } from '#server/failures.ts';
import { createPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.close());

/** A proxy to the database that a test can break; until then it passes bytes in both directions. */
async function breakableLine(url: string) {
  const target = new URL(url);
  const folder = target.searchParams.get('host') ?? '';
  const sockets = new Set<Socket>();
  let refusing = false;
  const proxy = createServer((near) => {
    if (refusing) return near.resetAndDestroy();
    const far = createConnection(`${folder}/.s.PGSQL.5432`);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on('error', () => {});
      socket.on('close', () => other.destroy());
    }
    sockets.add(near);
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  target.searchParams.delete('host');
  target.hostname = '127.0.0.1';
  target.port = String((proxy.address() as AddressInfo).port);
  return {
    url: target.href,
    refuse: (now: boolean) => {
      refusing = now;
    },
    destroy: () => {
      for (const socket of sockets) socket.resetAndDestroy();
      sockets.clear();
    },
    async isBusy() {
      const busy = sql`select 1 from pg_stat_activity
        where datname = current_database() and query like 'select pg_sleep(20)%'`;
      while ((await server.deps.db.execute(busy)).rows.length === 0) await wait(20);
    },
    close: () => proxy.close(),
  };
}

const failureOf = (action: Promise<unknown>) =>
  action.then(
    () => 'no error',
    (error: unknown) => databaseFailure(error)?.status ?? 'a fault of ours',
  );

describe('failure of the database', () => {
  it('is answered with 503 in the shape of every error while no server responds', async () => {
    // Nothing listens on port 1.
    const { db, pool, close } = connect('postgres://balcao@127.0.0.1:1/balcao');
    const app = await buildApp({ ...server.deps, db, pool });
    const answer = await app.inject('/env.json');
    expect([answer.statusCode, answer.json()]).toMatchObject([
      503,
      {
        code: 'INDISPONIVEL',
        error: expect.stringContaining('tente de novo'),
        requestId: expect.any(String),
      },
    ]);
    await app.close();
    await close();
  });

  it('is 503 for a statement over its time, and for a connection that ends under it', async () => {
    const { db } = server.deps;
    const slow = db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 50`);
      await tx.execute(sql`select pg_sleep(5)`);
    });
    expect(await failureOf(slow)).toBe(503);
    const ended = db.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    expect(await failureOf(ended)).toBe(503);
  });

  it('is a conflict where the customer is gone meanwhile, and a fault of ours where anything else is', async () => {
    const { db } = server.deps;
    const { customerIds } = await createPeople(db);
    const toCustomer = db.insert(customerEmails).values({ customerId: 999_999, email: 'a@b.com.br' });
    expect(await failureOf(Promise.resolve(toCustomer))).toBe(409);
    const toBranch = db.insert(customerBranches).values({ customerId: customerIds.first, branchId: 999_999 });
    expect(await failureOf(Promise.resolve(toBranch))).toBe('a fault of ours');
    const { rows } = await db.execute<{ name: string; of: boolean }>(sql`select conname as name,
      confrelid = 'customers'::regclass as of from pg_constraint where contype = 'f'`);
    expect(rows.filter(({ name }) => name.endsWith('_customers_id_fk'))).toEqual(
      rows.filter((row) => row.of),
    );
  });

  it.each([
    ['a running statement', 'destroy'],
    ['an idle connection that is used next', 'destroyIdle'],
    ['a server that resets every connection', 'reset'],
  ] as const)('is 503 when the connection breaks under %s, and the next request works', async (_, how) => {
    const line = await breakableLine(server.database.url);
    const { db, pool, close } = connect(line.url, { max: 2 });
    const app = await buildApp({ ...server.deps, db, pool });
    const ask = async () => (await app.inject('/config/instalacao')).statusCode;
    expect(await ask()).toBe(200);
    if (how === 'destroy') {
      const failing = failureOf(Promise.resolve(db.execute(sql`select pg_sleep(20)`)));
      await line.isBusy();
      line.destroy();
      expect(await failing).toBe(503);
    }
    if (how === 'destroyIdle') {
      // In the same event-loop turn as the request, so that the pool has not noticed it yet.
      const client = await pool.connect();
      line.destroy();
      const failing = failureOf(client.query('select 1'));
      expect(await failing).toBe(503);
      client.release(true);
      // Another idle connection that broke with it is let go a moment later.
      for (let tried = 0; pool.idleCount > 0 && tried < 200; tried += 1) await wait(10);
    }
    if (how === 'reset') {
      line.refuse(true);
      line.destroy();
      const statuses = await Promise.all(Array.from({ length: 6 }, ask));
      expect(new Set(statuses)).toEqual(new Set([503]));
      line.refuse(false);
    }
    expect(await ask()).toBe(200);
    await app.close();
    await close();
    line.close();
  });

  it.each(['EPIPE', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', '08006', '57P03', '53300', '25P03', '25006'])(
    'is 503 for %s, however deeply nested',
    (code) => {
      const broken = Object.assign(new Error(`write ${code}`), { code });
      expect(databaseFailure(new Error('Failed query', { cause: broken }))?.status).toBe(503);
    },
  );

  it('is 507 with its sentence when the disk is full, of PostgreSQL or of the files', async () => {
    const { db } = server.deps;
    const full = db.execute(
      sql`do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
    );
    expect(await failureOf(full)).toBe(507);
    const enospc = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    expect(databaseFailure(enospc)).toMatchObject({ status: 507, code: 'SEM_ESPACO' });
    const app = await buildApp(server.deps);
    app.addHook('onRequest', async () => {
      throw enospc;
    });
    const answer = await app.inject('/env.json');
    expect([answer.statusCode, answer.json().error]).toEqual([
      507,
      expect.stringContaining('sem espaço em disco'),
    ]);
    await app.close();
  });

  it('is 409 for two writers of the same key, and for a deadlock', async () => {
    const { db } = server.deps;
    const role = { key: 'DUAS_VEZES', name: 'Duas vezes', grants: [] };
    await db.insert(roles).values(role);
    expect(await failureOf(Promise.resolve(db.insert(roles).values(role)))).toBe(409);
    let holding = 0;
    let goOn = () => {};
    const bothHold = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const both = ['a', 'b'].map((first, index) =>
      db.transaction(async (tx) => {
        const second = ['b', 'a'][index];
        await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${first}))`);
        if (++holding === 2) goOn();
        await bothHold;
        await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${second}))`);
      }),
    );
    expect((await Promise.all(both.map(failureOf))).sort()).toEqual([409, 'no error']);
  });

  it('is a fault of the server when the statement is wrong', async () => {
    expect(await failureOf(server.deps.db.execute(sql`select nothing_such`))).toBe('a fault of ours');
  });
});

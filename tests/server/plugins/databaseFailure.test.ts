import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { buildApp } from '../../../server/app.ts';
import { connect } from '../../../server/db/client.ts';
import { roles } from '../../../server/db/tables/index.ts';
import { databaseFailure } from '../../../server/plugins/databaseFailure.ts';
import { type TestServer, testServer } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.close());

const failureOf = (action: Promise<unknown>) =>
  action.then(
    () => 'no error',
    (error: unknown) => databaseFailure(error)?.status ?? 'a fault of ours',
  );

describe('a failure of the database', () => {
  it('is told as 503, in the shape of every refusal, while no server answers', async () => {
    // Nobody listens on port 1.
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

  it('is 409 for two who write the same key, or lock each other out', async () => {
    const { db } = server.deps;
    const role = { key: 'GERENTE', name: 'Gerente', grants: [] };
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

  it('is ours when the statement is wrong', async () => {
    expect(await failureOf(server.deps.db.execute(sql`select nothing_such`))).toBe('a fault of ours');
  });
});

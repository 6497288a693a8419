import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { fastify } from 'fastify';
import pg from 'pg';
import type { Route } from '#contract/route.ts';
import { overloaded, registerAdmission, shareOf, watchLoad } from '#server/plugins/admission.ts';
import { allowance } from '#server/plugins/countTogether.ts';
import { answerErrors } from '#server/plugins/errors.ts';
import { readSettings } from '#server/settings/settings.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

const LIMIT = 40;
const CALL = { config: { contract: { path: '/x' } as Route } };

/** An anonymous route and an authenticated one behind admission control, with a clock controlled by the test. */
async function appWithAdmission(requestsPerMinute = LIMIT) {
  const app = fastify();
  const time = { now: 0 };
  const load = { ...watchLoad({ waitingCount: 0 }), delay: () => 0 };
  answerErrors(app);
  const settings = { ...readSettings({}), requestsPerMinute };
  registerAdmission(app, { settings, pool: new pg.Pool({ max: 1 }) }, load, () => time.now);
  app.get('/x', CALL, async () => 'ok');
  app.get('/healthz', async () => 'ok');
  app.get<{ Params: { id: string } }>('/own/:id', CALL, async (request) => {
    app.admitPerson(Number(request.params.id), request);
    return 'ok';
  });
  const ask = (url: string, remoteAddress = '10.0.0.1') => app.inject({ url, remoteAddress });
  const last = async (times: number, url: string, ip?: string) => {
    for (let n = 1; n < times; n += 1) await ask(url, ip);
    return (await ask(url, ip)).statusCode;
  };
  return { app, time, load, ask, last };
}

describe('limit of requests', () => {
  it("allows a person a minute's worth at once, then says when to retry; others continue", async () => {
    const { app, time, ask, last } = await appWithAdmission();
    expect([await last(LIMIT, '/own/7'), await last(1, '/own/7', '10.0.0.2')]).toEqual([200, 429]);
    const refused = await ask('/own/7');
    expect(refused.json()).toMatchObject({ code: 'MUITAS_TENTATIVAS', aguarde: 2 });
    expect(refused.headers['retry-after']).toBe('2');
    expect(await last(1, '/own/8')).toBe(200);
    time.now += 2_000;
    expect([await last(1, '/own/7'), await last(1, '/own/7')]).toEqual([200, 429]);
    await app.close();
  });

  it('counts an address as twenty people, an IPv6 network as one address, and never /healthz', async () => {
    const { app, last } = await appWithAdmission();
    expect(await last(LIMIT * 20, '/x', '2001:db8::1')).toBe(200);
    expect(await last(1, '/x', '2001:db8::2')).toBe(429);
    expect([await last(1, '/healthz', '2001:db8::1'), await last(1, '/x', '2001:db9::1')]).toEqual([
      200, 200,
    ]);
    await app.close();
  });

  it('allows a person so much at once, far below what all have together; others go on', async () => {
    const { app, ask, load } = await appWithAdmission(10_000);
    let finish = () => {};
    const open = new Promise<void>((done) => {
      finish = done;
    });
    app.get<{ Params: { id: string } }>('/slow/:id', CALL, async (request) => {
      app.admitPerson(Number(request.params.id), request);
      await open;
      return 'ok';
    });
    const flood = Array.from({ length: 100 }, () => ask('/slow/7'));
    await wait(50);
    expect(load.underWay()).toBe(60);
    expect((await ask('/own/7')).json()).toMatchObject({ code: 'MUITOS_AO_MESMO_TEMPO', aguarde: 1 });
    expect((await ask('/own/8')).statusCode).toBe(200);
    finish();
    const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
    expect([statuses.filter((each) => each === 200), statuses.filter((each) => each === 429)]).toEqual([
      Array(60).fill(200),
      Array(40).fill(429),
    ]);
    expect((await ask('/own/7')).statusCode).toBe(200);
    await app.close();
  });

  it('is off when it is set to 0', async () => {
    const { app, last } = await appWithAdmission(0);
    expect(await last(LIMIT * 2, '/own/7')).toBe(200);
    await app.close();
  });

  it('applies to every call of the server, and recognises the person who signed in', async () => {
    const limited = await testServer({ requestsPerMinute: 3 });
    const { people } = await createPeople(limited.deps.db);
    const token = await limited.sessionOf(people.ADMIN);
    const requested = Array.from({ length: 15 }, () => limited.call('GET', '/sac/validar-sessao', { token }));
    const statuses = (await Promise.all(requested)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    await limited.close();
  });
});

describe('call that only waits', () => {
  it('does not count as load meanwhile, and is notified when its client has left', async () => {
    const { app, load } = await appWithAdmission();
    const seen: number[] = [];
    app.get('/wait', CALL, async ({ waiting }) => {
      seen.push(load.underWay());
      const left = await waiting(async (over) => {
        seen.push(load.underWay());
        await wait(5_000, undefined, { signal: over }).catch(() => {});
        return over.aborted;
      });
      seen.push(load.underWay(), Number(left));
      return 'ok';
    });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const call = new AbortController();
    const answer = fetch(`${url}/wait`, { signal: call.signal }).catch(() => null);
    await wait(200);
    call.abort();
    await answer;
    await wait(200);
    // In progress, waiting, and gone: nobody is being served any more.
    expect(seen).toEqual([1, 0, 0, 1]);
    expect(load.underWay()).toBe(0);
    await app.close();
  });

  it('counts as load again once it has waited', async () => {
    const { app, load, ask } = await appWithAdmission();
    let after = 0;
    app.get('/short', CALL, async ({ waiting }) => {
      await waiting(() => wait(20));
      after = load.underWay();
      return 'ok';
    });
    expect((await ask('/short')).statusCode).toBe(200);
    expect([after, load.underWay()]).toEqual([1, 0]);
    await app.close();
  });
});

describe('allowance of requests', () => {
  it("never grants more than a minute's worth plus its rate, in any pattern", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 600 }),
        fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 200 }),
        (perMinute, pauses) => {
          const { take } = allowance(perMinute);
          let now = 0;
          let given = 0;
          for (const pause of pauses) {
            now += pause;
            if (take('a', now) === 0) given += 1;
          }
          expect(given).toBeLessThanOrEqual(perMinute + (now * perMinute) / 60_000 + 1);
        },
      ),
    );
  });

  it('grants again after the announced seconds, and forgets the caller idle for longest', () => {
    const { take } = allowance(2, 2);
    expect([take('a', 0), take('a', 0), take('a', 0)]).toEqual([0, 0, 30]);
    expect(take('a', 30_000)).toBe(0);
    take('b', 30_000);
    take('c', 30_000);
    expect(take('a', 30_000)).toBe(0);
  });
});

describe('overloaded server', () => {
  let server: TestServer;
  let persons: TestPeople;
  beforeAll(async () => {
    server = await testServer();
    persons = await createPeople(server.deps.db);
  });
  afterAll(() => server?.close());

  it('says so at once while its database is held, finishes what it accepted, and recovers', async () => {
    const { pool, db } = server.deps;
    const held = db.transaction((tx) =>
      tx.execute(sql`lock table people in access exclusive mode; select pg_sleep(1.5)`),
    );
    await wait(100);
    const token = await server.sessionOf(persons.people.SUPERVISOR);
    const all = Array.from({ length: 400 }, () => server.call('GET', '/sac/validar-sessao', { token }));
    const answers = await Promise.all(all);
    const busy = answers.filter(({ status }) => status === 503);
    expect(busy.length).toBeGreaterThanOrEqual(100);
    expect(busy[0]?.body.code).toBe('SOBRECARREGADO');
    expect(busy[0]?.headers['retry-after']).toBe('2');
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    await held;
    expect(pool.waitingCount).toBe(0);
    expect((await server.call('GET', '/sac/validar-sessao', { token })).status).toBe(200);
  });

  it.each([
    [{ underWay: 299, waiting: 149, delay: 0 }, false],
    [{ underWay: 300, waiting: 0, delay: 0 }, true],
    [{ underWay: 0, waiting: 150, delay: 0 }, true],
    [{ underWay: 10, waiting: 0, delay: 5_000 }, false],
    [{ underWay: 60, waiting: 0, delay: 5_000 }, true],
  ])('is recognised by %j: %s', ({ underWay, waiting, delay }, expected) => {
    const load = { underWay: () => underWay, waiting: () => waiting, delay: () => delay };
    expect(overloaded(load)).toBe(expected);
  });

  it('notices a delay of its own work', async () => {
    const load = watchLoad({ waitingCount: 0 });
    for (let round = 0; round < 6; round += 1) {
      const until = performance.now() + 1_000;
      while (performance.now() < until);
      await wait(1);
    }
    expect(load.delay()).toBeGreaterThan(300);
    load.stop();
  });
});

describe('several processes behind one port', () => {
  it('share what the machine can do', () => {
    expect(shareOf(1, 1)).toBe(1);
    expect(shareOf(2, 2)).toBe(0.5);
    expect(shareOf(2, 8)).toBe(1);
    const load = { underWay: () => 150, waiting: () => 0, delay: () => 0 };
    expect(overloaded(load, shareOf(1, 2))).toBe(false);
    expect(overloaded(load, shareOf(2, 2))).toBe(true);
  });

  it('deduct what the others granted from the same allowance', () => {
    const own = allowance(10);
    own.took('1', 7, 0);
    expect([1, 2, 3, 4].map(() => own.take('1', 0))).toEqual([0, 0, 0, 6]);
    expect(own.take('2', 0)).toBe(0);
    // Never below zero: a caller that was admitted too often in the meantime does not wait twice.
    own.took('1', 50, 0);
    expect(own.take('1', 6_000)).toBe(0);
  });
});

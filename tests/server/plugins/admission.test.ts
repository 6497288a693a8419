import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { allowance } from '../../../server/plugins/allowance.ts';
import { overloaded, watchLoad } from '../../../server/plugins/load.ts';
import { type Handful, handful } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/server.ts';

const LIMIT = 40;
let server: TestServer;
let persons: Handful;
beforeAll(async () => {
  server = await testServer({ requestsPerMinute: LIMIT });
  persons = await handful(server.deps.db);
});
afterAll(() => server?.close());

const statuses = async (count: number, url: string, options: Parameters<TestServer['call']>[2]) => {
  const answers = await Promise.all(Array.from({ length: count }, () => server.call('GET', url, options)));
  return answers.map(({ status }) => status);
};

describe('the general limit of requests', () => {
  it('lets a person have a page’s worth, then says when there is more; others go on', async () => {
    const token = await server.sessionOf(persons.people.ADMIN);
    const asked = await statuses(LIMIT + 5, '/sac/validar-sessao', { token, ip: '10.0.0.1' });
    expect(asked.filter((status) => status === 200).length).toBeGreaterThanOrEqual(LIMIT);
    const late = await server.call('GET', '/sac/validar-sessao', { token, ip: '10.0.0.2' });
    expect([late.status, late.body.code]).toEqual([429, 'MUITAS_TENTATIVAS']);
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
    const other = await server.sessionOf(persons.people.GERENTE);
    expect((await server.call('GET', '/sac/validar-sessao', { token: other, ip: '10.0.0.1' })).status).toBe(
      200,
    );
  });

  it('counts an address as well, whoever it says it is', async () => {
    const stranger = { token: 'x'.repeat(43), ip: '2001:db8::1' };
    const asked: number[] = [];
    for (let round = 0; round < 21; round += 1)
      asked.push(...(await statuses(LIMIT, '/sac/validar-sessao', stranger)));
    expect(asked).toContain(401);
    expect(asked.at(-1)).toBe(429);
    const sameNetwork = await server.call('GET', '/sac/validar-sessao', { ip: '2001:db8::2' });
    expect(sameNetwork.status).toBe(429);
    expect((await server.call('GET', '/healthz', { ip: '2001:db8::1' })).status).not.toBe(429);
    expect((await server.call('GET', '/sac/validar-sessao', { ip: '2001:db9::1' })).status).toBe(401);
  });
});

describe('an allowance', () => {
  it('never gives more than a minute’s worth and its rate, in any pattern of asking', () => {
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

  it('gives again after the seconds that it told, and forgets who was quiet longest', () => {
    const { take } = allowance(2, 2);
    expect([take('a', 0), take('a', 0), take('a', 0)]).toEqual([0, 0, 30]);
    expect(take('a', 30_000)).toBe(0);
    take('b', 30_000);
    take('c', 30_000);
    expect(take('a', 30_000)).toBe(0);
  });
});

describe('a server that is behind', () => {
  it('says so at once while its database is held, goes on with what it took, and recovers', async () => {
    const { pool, db } = server.deps;
    Object.assign(server.deps.settings, { requestsPerMinute: 0 });
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
  ])('is one with %j: %s', ({ underWay, waiting, delay }, expected) => {
    const load = { underWay: () => underWay, waiting: () => waiting, delay: () => delay };
    expect(overloaded(load)).toBe(expected);
  });

  it('notices that it comes late to its own work', async () => {
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

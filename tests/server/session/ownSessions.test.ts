import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import { buildApp } from '#server/app.ts';
import { connect } from '#server/db/client.ts';
import { auditLog, sessions } from '#server/db/tables/index.ts';
import { deviceName } from '#server/session/account/account.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
});
afterAll(() => server?.close());

interface Shown {
  id: string;
  aparelho: string;
  atual: boolean;
}
const listOf = async (token: string): Promise<Shown[]> =>
  (await server.call('GET', '/config/conta/sessoes', { token })).body;
const end = (token: string, id: string) => server.call('DELETE', `/config/conta/sessoes/${id}`, { token });
const holds = async (token: string) =>
  (await server.call('GET', '/sac/validar-sessao', { token })).status === 200;

describe('own sessions', () => {
  it('are listed only to their person, with the current one marked', async () => {
    const first = await server.sessionOf(persons.people.VENDEDOR);
    const second = await server.sessionOf(persons.people.VENDEDOR);
    await server.sessionOf(persons.people.GERENTE);
    const shown = await listOf(second);
    expect(shown).toHaveLength(2);
    expect(shown.filter(({ atual }) => atual)).toHaveLength(1);
    const other = shown.find(({ atual }) => !atual);
    expect((await listOf(first)).find(({ atual }) => atual)?.id).toBe(other?.id);
    expect(JSON.stringify(shown)).not.toContain('token');
    expect((await server.call('GET', '/config/conta/sessoes', {})).status).toBe(401);
  });

  it('can be ended from elsewhere, at once and once', async () => {
    const lost = await server.sessionOf(persons.people.OPERADOR);
    const here = await server.sessionOf(persons.people.OPERADOR);
    const id = (await listOf(here)).find(({ atual }) => !atual)?.id ?? '';
    expect((await end(here, id)).status).toBe(200);
    expect([await holds(lost), await holds(here)]).toEqual([false, true]);
    const logged = () =>
      server.deps.db
        .select({ action: auditLog.action })
        .from(auditLog)
        .where(eq(auditLog.entityId, String(persons.people.OPERADOR)))
        .orderBy(desc(auditLog.id));
    const before = await logged();
    expect(before[0]).toEqual({ action: 'ENCERRAR_SESSOES' });
    expect((await end(here, id)).status).toBe(200);
    expect(await logged()).toHaveLength(before.length);
  });

  it('once ended are refused at once, even by a node that has just accepted them', async () => {
    const { db, pool, close } = connect(server.database.url, { max: 2 });
    const node = await buildApp({ ...server.deps, db, pool });
    const requested = (token: string) =>
      node.inject({ url: '/sac/validar-sessao', headers: { authorization: `Bearer ${token}` } });
    try {
      const here = await server.sessionOf(persons.people.VENDEDOR);
      const there = await server.sessionOf(persons.people.VENDEDOR);
      expect((await requested(there)).statusCode).toBe(200);
      const shown = (await listOf(there)).find(({ atual }) => atual);
      expect((await end(here, shown?.id ?? '')).status).toBe(200);
      expect((await requested(there)).statusCode).toBe(401);
      expect((await requested(here)).statusCode).toBe(200);
    } finally {
      await node.close();
      await close();
    }
  });

  it('cannot be ended by others, who get the answer for an unknown one', async () => {
    const theirs = await server.sessionOf(persons.people.GERENTE);
    const mine = await server.sessionOf(persons.people.SUPERVISOR);
    const id = (await listOf(theirs)).find(({ atual }) => atual)?.id ?? '';
    const foreign = await end(mine, id);
    const unknown = await end(mine, '00000000-0000-4000-8000-000000000000');
    expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body]);
    expect(await holds(theirs)).toBe(true);
  });

  it('can all be ended except the current one with one button', async () => {
    const tokens = await Promise.all([1, 2, 3].map(() => server.sessionOf(persons.people.CONSUMIDOR_FINAL)));
    const [here = ''] = tokens;
    const answer = await server.call('POST', '/config/conta/sessoes/encerrar-outras', { token: here });
    expect(answer.body).toEqual({ message: 'As outras sessões foram encerradas.' });
    expect(await Promise.all(tokens.map(holds))).toEqual([true, false, false]);
  });

  it('exclude expired sessions', async () => {
    const token = await server.sessionOf(persons.people.REPRESENTANTE);
    await server.sessionOf(persons.people.REPRESENTANTE);
    const other = (await listOf(token)).find(({ atual }) => !atual)?.id ?? '';
    await server.deps.db
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(eq(sessions.id, other));
    expect(await listOf(token)).toHaveLength(1);
  });
});

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome no Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari no iPhone ou iPad',
  ],
  ['', 'Aparelho desconhecido'],
  ['x'.repeat(20), 'Programa'],
])('the device of %s is shown as %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

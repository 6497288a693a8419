import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TSchema } from '@sinclair/typebox';
import { desc, eq } from 'drizzle-orm';
import { catalogue } from '#contract/index.ts';
import { pathsOf, type Route, type Routes } from '#contract/route.ts';
import {
  loginFailures,
  outboxEmails,
  passwordResets,
  people,
  secondFactors,
  sessions,
} from '#server/db/tables/index.ts';
import { hashToken } from '#server/session/secrets.ts';
import { createPeople, TEST_PASSWORD, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';
import { codeAt, enrol, HALF_MINUTE } from '../../support/signIn/secondFactor.ts';

const named = Object.entries(catalogue as Record<string, Routes>).flatMap(([noun, routes]) =>
  Object.entries(routes).map(([name, route]) => ({ title: `${noun}.${name}`, route })),
);
const asking = named.filter(({ route }) => route.recentProof === true);

/** Calls that protect keys, rights and e-mail. A new call of these nouns must be considered here before it goes without. */
const KEEPS: Record<string, string[]> = {
  oidc: ['link', 'unlink'],
  passkeys: ['begin', 'remove'],
  serviceKeys: ['create', 'update', 'rotate', 'sign', 'revoke'],
  walls: ['create', 'revoke'],
  roles: ['create', 'update', 'remove'],
  people: ['create', 'update', 'reactivate', 'sendPassword', 'removeFactor'],
  emails: ['list', 'get', 'openLink'],
  // All data held about a person is exported or permanently erased.
  privacy: ['file', 'erase'],
  // It anonymises people, night after night.
  retention: ['confirm'],
  secondFactor: ['begin', 'renewCodes'],
  // A rule acts by itself, with the rights of a role.
  companyRules: ['setMode'],
  webhooks: ['create', 'update', 'rotate'],
};

let server: TestServer;
let persons: TestPeople;
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
});
afterAll(() => server?.close());
beforeEach(() => server.deps.db.delete(loginFailures));

/** A value that the parameter's schema accepts and that identifies no record. */
const sample = (schema: TSchema | undefined) => (schema?.type === 'integer' ? '999999' : 'nenhum');
const addressOf = (route: Route) =>
  (pathsOf(route)[0] ?? '').replace(/\{(\w+)\}/g, (_, name: string) =>
    sample(route.params?.properties[name]),
  );
const callOf = (route: Route, token: string) =>
  server.call(route.method, addressOf(route), { token, ...(route.body && { body: {} }) });

async function sessionProved(personId: number, minutesAgo: number | null): Promise<string> {
  const token = await server.sessionOf(personId);
  const provedAt = minutesAgo === null ? null : new Date(server.deps.now().getTime() - minutesAgo * 60_000);
  await server.deps.db
    .update(sessions)
    .set({ provedAt })
    .where(eq(sessions.tokenHash, hashToken(token)));
  return token;
}
const prove = (token: string, body: object) =>
  server.call('POST', '/config/conta/confirmar-identidade', { token, body });
const emails = async (token: string) => (await server.call('GET', '/config/emails', { token })).status;

describe('routes that require a recent proof', () => {
  it('are exactly those for keys, rights and e-mail', () => {
    expect(asking.map(({ title }) => title).toSorted()).toEqual(
      Object.entries(KEEPS)
        .flatMap(([noun, names]) => names.map((name) => `${noun}.${name}`))
        .toSorted(),
    );
  });

  it.each(asking.map(({ title, route }) => [title, route] as const))(
    'refuse %s to everyone without a recent proof',
    async (_, route) => {
      for (const minutes of [null, 15, 600]) {
        const token = await sessionProved(persons.people.ADMIN, minutes);
        const { status, body } = await callOf(route, token);
        expect([minutes, status, body.code, body.por]).toEqual([
          minutes,
          403,
          'CONFIRMACAO_NECESSARIA',
          'SENHA',
        ]);
      }
      const fresh = await callOf(route, await sessionProved(persons.people.ADMIN, 14));
      expect(fresh.body.code).not.toBe('CONFIRMACAO_NECESSARIA');
    },
  );

  it.each(
    asking
      .filter(({ route }) => route.permission !== 'session')
      .map(({ title, route }) => [title, route] as const),
  )('answer SEM_PERMISSAO to people without permission for %s, before any proof', async (_, route) => {
    const { body } = await callOf(route, await sessionProved(persons.people.OPERADOR, null));
    expect(body.code).toBe('SEM_PERMISSAO');
  });
});

describe('recent proof', () => {
  it('is the password if there is no second factor, and counts for this session only', async () => {
    const token = await sessionProved(persons.people.ADMIN, null);
    const other = await sessionProved(persons.people.ADMIN, null);
    expect((await prove(token, {})).body.errors).toHaveProperty('senha');
    expect((await prove(token, { senha: 'errada' })).body.errors).toHaveProperty('senha');
    expect((await prove(token, { codigo: '123456' })).status).toBe(422);
    expect(await emails(token)).toBe(403);
    expect((await prove(token, { senha: TEST_PASSWORD })).status).toBe(200);
    expect([await emails(token), await emails(other)]).toEqual([200, 403]);
    server.advance(15 * 60_000);
    expect(await emails(token)).toBe(403);
  });

  it('is a code if there is a second factor, once each, and never the password', async () => {
    const { secret, recovery } = await enrol(server, await sessionProved(persons.people.ADMIN, 0));
    const token = await sessionProved(persons.people.ADMIN, null);
    const refused = await server.call('GET', '/config/emails', { token });
    expect(refused.body.por).toBe('CODIGO');
    expect((await prove(token, { senha: TEST_PASSWORD })).body.errors).toHaveProperty('codigo');
    const codigo = codeAt(secret, server.deps.now());
    expect((await prove(token, { codigo })).status).toBe(200);
    expect(await emails(token)).toBe(200);
    const other = await sessionProved(persons.people.ADMIN, null);
    expect((await prove(other, { codigo })).status).toBe(422);
    expect((await prove(other, { codigo: recovery[0] })).status).toBe(200);
    server.advance(HALF_MINUTE);
    await server.deps.db.delete(secondFactors);
  });

  it('slows down guessing', async () => {
    const token = await sessionProved(persons.people.ADMIN, null);
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await prove(token, { senha: 'errada' })).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    expect((await prove(token, { senha: TEST_PASSWORD })).status).toBe(429);
  });

  it('is not blocked by failed sign-ins of others, from the same address or with the password', async () => {
    const { secret } = await enrol(server, await sessionProved(persons.people.ADMIN, 0));
    const body = { cpf: persons.cpfs.ADMIN, senha: TEST_PASSWORD };
    const code = (pendente: string) =>
      server.call('POST', '/login/segundo-fator', { body: { pendente, codigo: '000000' } });
    const { pendente } = (await server.call('POST', '/login/sac', { body })).body;
    const known: number[] = [];
    for (let n = 0; n < 6; n += 1) known.push((await code(pendente)).status);
    expect(known).toEqual([401, 401, 401, 401, 401, 429]);
    const unknown = await Promise.all(Array.from({ length: 40 }, () => code('x'.repeat(43))));
    expect(unknown.map(({ status }) => status)).toContain(429);
    const token = await sessionProved(persons.people.ADMIN, null);
    expect((await prove(token, { codigo: codeAt(secret, server.deps.now()) })).status).toBe(200);
    server.advance(HALF_MINUTE);
    await server.deps.db.delete(secondFactors);
  });

  it('comes with a sign-in, but not with a new password', async () => {
    const { body } = await server.call('POST', '/login/sac', {
      body: { cpf: persons.cpfs.ADMIN, senha: TEST_PASSWORD },
    });
    expect(await emails(body.token)).toBe(200);
    server.advance(16 * 60_000);
    const changed = await server.call('PUT', '/sac/conta/senha', {
      headers: { cookie: `balcao_sessao=${body.token}` },
      body: { atual: TEST_PASSWORD, senha: 'outro cavalo' },
    });
    const cookie = String(changed.headers['set-cookie']).split(';')[0] ?? '';
    expect(cookie).toMatch(/^balcao_sessao=/);
    const answer = await server.call('GET', '/config/emails', { headers: { cookie } });
    expect(answer.body.code).toBe('CONFIRMACAO_NECESSARIA');
  });

  it('is that of the signed-in person while they view as somebody else', async () => {
    const token = await sessionProved(persons.people.ADMIN, 600);
    const begun = await server.call('POST', `/config/ver-como/${persons.people.GERENTE}`, { token });
    expect(begun.status).toBe(200);
    expect((await prove(token, { senha: TEST_PASSWORD })).status).toBe(422);
    expect((await prove(token, { senha: 'outro cavalo' })).status).toBe(200);
  });
});

describe("changing the account's e-mail", () => {
  const who = () => persons.people.GERENTE;
  const stored = async () => (await server.deps.db.select().from(people).where(eq(people.id, who())))[0];
  const put = (token: string, email: string) =>
    server.call('PUT', '/sac/conta/dados', {
      token,
      body: { nome: 'Gilda Gerente', dtNasc: null, tel: '', email },
    });

  it('needs a recent proof, unlike the other fields', async () => {
    const before = (await stored())?.email ?? '';
    for (const minutes of [null, 15, 600]) {
      const { status, body } = await put(await sessionProved(who(), minutes), 'outra@exemplo.com.br');
      expect([status, body.code, body.por]).toEqual([403, 'CONFIRMACAO_NECESSARIA', 'SENHA']);
    }
    expect(await stored()).toMatchObject({ email: before });
    expect((await put(await sessionProved(who(), null), before.toUpperCase())).status).toBe(200);
    expect(await stored()).toMatchObject({ name: 'Gilda Gerente', email: before });
  });

  it('invalidates links sent to the old address, which is notified', async () => {
    const before = (await stored())?.email ?? '';
    const requested = { body: { id: persons.cpfs.GERENTE } };
    await server.call('POST', '/senha/requisitar-token-redefinicao', requested);
    const token = await sessionProved(who(), null);
    expect((await prove(token, { senha: TEST_PASSWORD })).status).toBe(200);
    expect((await put(token, 'outra@exemplo.com.br')).status).toBe(200);
    const resets = await server.deps.db
      .select()
      .from(passwordResets)
      .where(eq(passwordResets.personId, who()));
    expect(resets.map(({ usedAt }) => usedAt === null)).toEqual([false]);
    const [mail] = await server.deps.db.select().from(outboxEmails).orderBy(desc(outboxEmails.id)).limit(1);
    expect(mail).toMatchObject({ toAddress: before, subject: 'O e-mail da sua conta foi alterado' });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { auditLog, loginFailures, people, sessions } from '#server/db/tables/index.ts';
import { addressSubject } from '#server/session/backoff.ts';
import { hashToken } from '#server/session/secrets.ts';
import { createPeople, TEST_PASSWORD, type TestPeople, testCpf } from '../../support/people.ts';
import { type TestAnswer, type TestServer, testServer } from '../../support/servers/server.ts';

const HOUR = 60 * 60 * 1000;
let server: TestServer;
let persons: TestPeople;
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
});
afterAll(() => server?.close());
beforeEach(() => server.deps.db.delete(loginFailures));

const login = (cpf: string, senha: string, options: { headers?: Record<string, string>; ip?: string } = {}) =>
  server.call('POST', '/login/sac', { body: { cpf, senha }, ...options });
const cookieOf = ({ headers }: TestAnswer, name = 'balcao_sessao') =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .find((text) => text.startsWith(`${name}=`)) ?? '';

describe('sign-in', () => {
  it.each(['/login/sac', '/login/callcenter'])(
    'at %s opens a session that both areas accept',
    async (url) => {
      const { status, body } = await server.call('POST', url, {
        body: { cpf: persons.cpfs.OPERADOR, senha: TEST_PASSWORD },
      });
      expect(status).toBe(200);
      expect(body.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
      for (const area of ['sac', 'callcenter']) {
        const valid = await server.call('GET', `/${area}/validar-sessao`, { token: body.token });
        expect(valid.status).toBe(200);
      }
    },
  );

  it('accepts a masked CPF', async () => {
    const masked = persons.cpfs.ADMIN.replace(/(\d{3})(\d{3})(\d{3})/, '$1.$2.$3-');
    expect((await login(masked, TEST_PASSWORD)).status).toBe(200);
  });

  it('sets an HttpOnly, SameSite cookie, Secure only on https', async () => {
    const cookie = cookieOf(await login(persons.cpfs.ADMIN, TEST_PASSWORD));
    expect(cookie).toMatch(/^balcao_sessao=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
  });

  it('stores only the hash of the token and is audited', async () => {
    const { body } = await login(persons.cpfs.GERENTE, TEST_PASSWORD);
    const rows = await server.deps.db
      .select()
      .from(sessions)
      .where(eq(sessions.personId, persons.people.GERENTE));
    expect(rows.map((row) => row.tokenHash)).toContain(hashToken(body.token));
    expect(JSON.stringify(rows)).not.toContain(body.token);
    const entries = await server.deps.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.personId, persons.people.GERENTE))
      .orderBy(auditLog.id);
    expect(entries).toMatchObject([{ action: 'ENTRAR', entity: 'people' }]);
  });

  it('ends the session that the browser came with, against session fixation', async () => {
    const planted = await server.sessionOf(persons.people.VENDEDOR);
    const answer = await login(persons.cpfs.OPERADOR, TEST_PASSWORD, {
      headers: { cookie: `balcao_sessao=${planted}` },
    });
    expect(answer.body.token).not.toBe(planted);
    expect((await server.call('GET', '/sac/validar-sessao', { token: planted })).status).toBe(401);
  });

  it('answers alike for an unknown CPF, a wrong password and a deactivated person', async () => {
    const { db } = server.deps;
    const inactive = eq(people.id, persons.people.SUPERVISOR);
    await db.update(people).set({ active: false }).where(inactive);
    const answers = [
      await login(testCpf(987654), TEST_PASSWORD),
      await login(persons.cpfs.ADMIN, 'outra senha'),
      await login(persons.cpfs.SUPERVISOR, TEST_PASSWORD),
    ];
    await db.update(people).set({ active: true }).where(inactive);
    for (const { status, body, headers } of answers) {
      expect(status).toBe(401);
      expect(body).toMatchObject({
        code: 'CREDENCIAIS_INVALIDAS',
        error: 'CPF ou senha incorretos. Confira e tente de novo.',
      });
      expect(headers['set-cookie']).toBeUndefined();
    }
  });

  it('rejects a password that is too long before hashing it', async () => {
    const { status, body } = await login(persons.cpfs.ADMIN, 'x'.repeat(129));
    expect([status, body.errors]).toEqual([422, { senha: 'Máximo de 128 caracteres.' }]);
  });
});

describe('back-off of sign-ins', () => {
  const wrong = (cpf: string, ip: string) => login(cpf, 'errada', { ip });

  it('grows for an account with each failure, whatever the address, known or not', async () => {
    for (const cpf of [persons.cpfs.GERENTE, testCpf(424242)]) {
      const statuses = [];
      for (let n = 0; n < 6; n += 1) statuses.push((await wrong(cpf, `10.0.${n}.1`)).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    }
    const blocked = await login(persons.cpfs.GERENTE, TEST_PASSWORD, { ip: '10.9.9.9' });
    expect(blocked.status).toBe(429);
    expect(blocked.body.aguarde).toBe(2);
    expect(blocked.headers['retry-after']).toBe('2');
    server.advance(2100);
    expect((await wrong(persons.cpfs.GERENTE, '10.9.9.9')).status).toBe(401);
    const longer = await login(persons.cpfs.GERENTE, TEST_PASSWORD, { ip: '10.9.9.9' });
    expect([longer.status, longer.body.aguarde]).toEqual([429, 4]);
    server.advance(4100);
    expect((await login(persons.cpfs.GERENTE, TEST_PASSWORD, { ip: '10.9.9.9' })).status).toBe(200);
    expect((await wrong(persons.cpfs.GERENTE, '10.9.9.9')).status).toBe(401);
  });

  it('never locks a person out of a browser that they signed in with before', async () => {
    const cpf = persons.cpfs.GERENTE;
    const device = cookieOf(await login(cpf, TEST_PASSWORD), 'balcao_aparelho');
    expect(device).toMatch(/; Path=\/login; Max-Age=\d+; HttpOnly; SameSite=Strict$/);
    const own = { headers: { cookie: device.split(';')[0] ?? '' } };
    await server.deps.db.delete(loginFailures);
    await server.deps.db.insert(loginFailures).values(
      [`cpf:${cpf}`, 'ip:127.0.0.1'].map((subject) => ({
        subject,
        failures: 99,
        lastAt: server.deps.now(),
      })),
    );
    expect((await login(cpf, TEST_PASSWORD)).status).toBe(429);
    expect((await login(cpf, TEST_PASSWORD, own)).status).toBe(200);
    expect((await login(persons.cpfs.ADMIN, TEST_PASSWORD, own)).status).toBe(429);
    const forged = { headers: { cookie: `balcao_aparelho=${'a'.repeat(43)}` } };
    expect((await login(cpf, TEST_PASSWORD, forged)).status).toBe(429);
    const guesses = [];
    for (let n = 0; n < 6; n += 1) guesses.push((await login(cpf, 'errada', own)).status);
    expect(guesses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('counts concurrent attempts', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => wrong(persons.cpfs.GERENTE, `10.2.${n}.1`)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  it('does not apply because of a failure counted a moment later', async () => {
    const lastAt = new Date(server.deps.now().getTime() + 5);
    await server.deps.db.insert(loginFailures).values({ subject: 'ip:10.5.0.1', failures: 3, lastAt });
    expect((await login(persons.cpfs.ADMIN, TEST_PASSWORD, { ip: '10.5.0.1' })).status).toBe(200);
  });

  it('applies to an address that tries many accounts; a success undoes only itself', async () => {
    await server.deps.db
      .insert(loginFailures)
      .values({ subject: 'ip:10.3.0.1', failures: 29, lastAt: server.deps.now() });
    expect((await login(persons.cpfs.ADMIN, TEST_PASSWORD, { ip: '10.3.0.1' })).status).toBe(200);
    expect((await wrong(testCpf(1), '10.3.0.1')).status).toBe(401);
    expect((await login(persons.cpfs.ADMIN, TEST_PASSWORD, { ip: '10.3.0.1' })).status).toBe(429);
    expect((await login(persons.cpfs.ADMIN, TEST_PASSWORD, { ip: '10.3.0.2' })).status).toBe(200);
  });

  it('forgets failures after an hour', async () => {
    await server.deps.db
      .insert(loginFailures)
      .values({ subject: `cpf:${persons.cpfs.ADMIN}`, failures: 40, lastAt: server.deps.now() });
    const blocked = await login(persons.cpfs.ADMIN, TEST_PASSWORD);
    expect([blocked.status, blocked.body.aguarde]).toEqual([429, 900]);
    server.advance(HOUR + 1000);
    expect((await wrong(persons.cpfs.ADMIN, '10.4.0.1')).status).toBe(401);
    const [row] = await server.deps.db
      .select()
      .from(loginFailures)
      .where(eq(loginFailures.subject, `cpf:${persons.cpfs.ADMIN}`));
    expect(row?.failures).toBe(1);
  });

  it.each([
    ['10.0.0.1', 'ip:10.0.0.1'],
    ['::ffff:10.0.0.1', 'ip:10.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', 'ip:2001:db8:1:2::/64'],
    ['2001:db8::6', 'ip:2001:db8:0:0::/64'],
    ['::1', 'ip:0:0:0:0::/64'],
  ])('counts %s as %s', (ip, subject) => expect(addressSubject(ip)).toBe(subject));
});

describe('session', () => {
  const valid = async (token: string) =>
    (await server.call('GET', '/sac/validar-sessao', { token })).status === 200;

  it('ends twelve hours after its last use, and is prolonged by use', async () => {
    const { body } = await login(persons.cpfs.ADMIN, TEST_PASSWORD);
    server.advance(11 * HOUR);
    expect(await valid(body.token)).toBe(true);
    server.advance(11 * HOUR);
    expect(await valid(body.token)).toBe(true);
    server.advance(12 * HOUR + 1000);
    expect(await valid(body.token)).toBe(false);
  });

  it('updates its last use at most once a minute', async () => {
    const token = await server.sessionOf(persons.people.ADMIN);
    const seen = async () => {
      const [row] = await server.deps.db
        .select()
        .from(sessions)
        .where(eq(sessions.tokenHash, hashToken(token)));
      return row?.seenAt.getTime();
    };
    const first = await seen();
    server.advance(50_000);
    await valid(token);
    expect(await seen()).toBe(first);
    server.advance(20_000);
    await valid(token);
    expect(await seen()).toBeGreaterThan(first ?? 0);
  });

  it('ends a week after its sign-in, however much it is used', async () => {
    const token = await server.sessionOf(persons.people.SUPERVISOR);
    const hours = [];
    for (let hour = 0; hour < 7 * 24 - 1; hour += 6) {
      hours.push(await valid(token));
      server.advance(6 * 60 * 60 * 1000);
      await server.deps.db.update(sessions).set({ expiresAt: new Date(server.deps.now().getTime() + 1e8) });
    }
    expect(hours).toEqual(Array(28).fill(true));
    server.advance(60 * 1000);
    expect(await valid(token)).toBe(false);
  });

  it('ends with sign-out, which expires the cookie', async () => {
    const token = await server.sessionOf(persons.people.ADMIN);
    const answer = await server.call('POST', '/config/sair', { token });
    expect(answer.status).toBe(200);
    expect(cookieOf(answer)).toMatch(/^balcao_sessao=; Path=\/; Max-Age=0;/);
    expect(await valid(token)).toBe(false);
  });

  it('ends at the next request when the person is deactivated', async () => {
    const token = await server.sessionOf(persons.people.VENDEDOR);
    const who = eq(people.id, persons.people.VENDEDOR);
    await server.deps.db.update(people).set({ active: false }).where(who);
    expect(await valid(token)).toBe(false);
    await server.deps.db.update(people).set({ active: true }).where(who);
  });

  it.each(['', 'curto', `${'a'.repeat(42)}!`, 'a'.repeat(43)])(
    'is not opened by the token "%s"',
    async (token) => expect(await valid(token || 'x')).toBe(false),
  );
});

describe('cookie over https', () => {
  const headers = { 'x-forwarded-proto': 'https' };
  it('has the __Host- prefix, and no other cookie is accepted', async () => {
    const secure = await testServer({ publicUrl: 'https://balcao.exemplo.com.br' });
    const { cpfs, people: ids } = await createPeople(secure.deps.db);
    const answer = await secure.call('POST', '/login/sac', {
      body: { cpf: cpfs.ADMIN, senha: TEST_PASSWORD },
    });
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(
      /__Host-balcao_sessao=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure/,
    );
    expect(cookie).not.toContain('Domain');
    const token = await secure.sessionOf(ids.OPERADOR);
    const statusBy = async (name: string) =>
      (
        await secure.call('GET', '/sac/validar-sessao', {
          headers: { ...headers, cookie: `${name}=${token}` },
        })
      ).status;
    expect([await statusBy('__Host-balcao_sessao'), await statusBy('balcao_sessao')]).toEqual([200, 401]);
    await secure.close();
  });
});

describe('session cookie', () => {
  const byCookie = async (headers: Record<string, string> = {}) => {
    const token = await server.sessionOf(persons.people.OPERADOR);
    const answer = await server.app.inject({
      method: 'PUT',
      url: '/callcenter/conta/preferencias',
      payload: { tema: 'escuro' },
      headers: { cookie: `balcao_sessao=${token}`, ...headers },
    });
    return { status: answer.statusCode, body: answer.json() };
  };

  it('changes nothing without the App header, which other sites cannot send', async () => {
    const { status, body } = await byCookie();
    expect([status, body.code]).toEqual([403, 'ORIGEM_RECUSADA']);
  });

  it('is accepted with the App header', async () => {
    expect((await byCookie({ app: 'balcao' })).status).toBe(200);
  });

  it('does not replace a wrong bearer token', async () => {
    const { status } = await byCookie({ app: 'balcao', authorization: `Bearer ${'a'.repeat(43)}` });
    expect(status).toBe(401);
  });
});

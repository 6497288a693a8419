import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import {
  auditLog,
  loginFailures,
  outboxEmails,
  passkeyChallenges,
  passkeys,
  people,
  recoveryCodes,
  roles,
  secondFactors,
  sessions,
} from '#server/db/tables/index.ts';
import { endSessionsOf } from '#server/session/openSession.ts';
import { untilBlocked } from '../../support/database/untilBlocked.ts';
import { createPeople, TEST_PASSWORD, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';
import { VirtualAuthenticator } from '../../support/signIn/softKey.ts';

const BASE = '/config/conta/chaves-de-acesso';
const ORIGIN = 'https://balcao.exemplo.com.br';
let server: TestServer;
let persons: TestPeople;
beforeAll(async () => {
  server = await testServer({ publicUrl: ORIGIN });
  persons = await createPeople(server.deps.db);
});
afterAll(() => server?.close());
beforeEach(async () => {
  for (const table of [loginFailures, passkeys, passkeyChallenges, recoveryCodes, secondFactors])
    await server.deps.db.delete(table);
  await server.deps.db.update(roles).set({ demandsFactor: false });
});

const isOperator = () => eq(people.id, persons.people.OPERADOR);
const holds = async (token: string) =>
  (await server.call('GET', '/sac/validar-sessao', { token })).status === 200;
const lastAction = async () => {
  const [row] = await server.deps.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return row?.action;
};
const lastMail = async () => {
  const [row] = await server.deps.db.select().from(outboxEmails).orderBy(desc(outboxEmails.id)).limit(1);
  return row?.subject;
};

async function add(token: string, key: VirtualAuthenticator, wrong: object = {}, nome = 'Notebook') {
  const { body } = await server.call('POST', `${BASE}/iniciar`, { token });
  return server.call('POST', BASE, { token, body: { nome, chave: key.make(body.opcoes, wrong) } });
}

/** The operator with a passkey, and the session that created it. */
async function withKey(counting = true) {
  const token = await server.sessionOf(persons.people.OPERADOR);
  const key = new VirtualAuthenticator(ORIGIN, counting);
  const { status, body } = await add(token, key);
  expect([status, body.code]).toEqual([200, undefined]);
  return { token, key, codes: body.codigos as string[] };
}

/** The challenge for a browser, and the cookie that ties it to that browser. */
async function requested(pendente?: string) {
  const { body, headers } = await server.call('POST', '/login/chave', { body: pendente ? { pendente } : {} });
  return { options: body.opcoes, cookie: String(headers['set-cookie'] ?? '').split(';')[0] ?? '' };
}
const enter = (chave: object, cookie: string, pendente?: string) =>
  server.call('POST', '/login/chave/entrar', {
    headers: { cookie },
    body: { chave, ...(pendente && { pendente }) },
  });
const password = (cpf = persons.cpfs.OPERADOR) =>
  server.call('POST', '/login/sac', { body: { cpf, senha: TEST_PASSWORD } });

describe('an office behind one address', () => {
  it('signs in with keys at the same minute, everybody at once', async () => {
    const { key } = await withKey(false);
    const asked = await Promise.all(Array.from({ length: 70 }, () => requested()));
    const statuses = (
      await Promise.all(asked.map(({ options, cookie }) => enter(key.use(options), cookie)))
    ).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const begun = await Promise.all(
      Array.from({ length: 140 }, () => server.call('POST', '/login/chave', { body: {} })),
    );
    expect(begun.filter(({ status }) => status === 429)).toHaveLength(20);
  });
});

describe('a key that is used while', () => {
  it.each([
    ['an administrator removes it', (tx: Tx) => tx.delete(passkeys)],
    ['its owner is deactivated', (tx: Tx) => tx.update(people).set({ active: false }).where(isOperator())],
  ])('%s opens no session', async (_, cut) => {
    const { key } = await withKey();
    const { options, cookie } = await requested();
    const { db } = server.deps;
    let entering: ReturnType<typeof enter> | undefined;
    await db.transaction(async (tx) => {
      await tx.select().from(people).where(isOperator()).for('update');
      entering = enter(key.use(options), cookie);
      // Its use was verified.
      await untilBlocked(db);
      await cut(tx);
      await endSessionsOf(tx, persons.people.OPERADOR);
    });
    expect((await entering)?.status).toBeGreaterThan(400);
    await db.update(people).set({ active: true }).where(isOperator());
    expect(await db.$count(sessions, eq(sessions.personId, persons.people.OPERADOR))).toBe(0);
  });
});

describe('creating a passkey', () => {
  it('needs a session with a recent proof', async () => {
    for (const url of [`${BASE}/iniciar`, `${BASE}/desafio`])
      expect((await server.call('POST', url)).status).toBe(401);
    const token = await server.sessionOf(persons.people.OPERADOR);
    await server.deps.db.update(sessions).set({ provedAt: null });
    expect((await server.call('POST', `${BASE}/iniciar`, { token })).body.code).toBe(
      'CONFIRMACAO_NECESSARIA',
    );
  });

  it('counts as second factor, returns recovery codes, ends other sessions, sends an e-mail', async () => {
    await server.deps.db.update(roles).set({ demandsFactor: true }).where(eq(roles.key, 'OPERADOR'));
    const other = await server.sessionOf(persons.people.OPERADOR);
    const waits = await server.call('GET', '/sac/carga', { token: other });
    expect(waits.body.code).toBe('SEGUNDO_FATOR_EXIGIDO');
    const { token, codes, key } = await withKey();
    expect(codes).toHaveLength(10);
    expect([await lastAction(), await lastMail()]).toEqual([
      'CRIAR_CHAVE_DE_ACESSO',
      'Chave de acesso criada',
    ]);
    expect((await server.call('GET', '/sac/carga', { token })).status).toBe(200);
    expect(await holds(other)).toBe(false);
    expect((await add(token, new VirtualAuthenticator(ORIGIN))).body.codigos).toEqual([]);
    const { body } = await server.call('GET', BASE, { token });
    expect(body).toMatchObject([{ nome: 'Notebook', usada: null }, { nome: 'Notebook' }]);
    expect((await add(token, key)).body.code).toBe('CHAVE_REPETIDA');
  });

  it.each([
    ['another origin', { origin: 'https://balcao.exemplo.com' }],
    ['another relying party', { rpId: 'exemplo.com.br' }],
    ['a device without user verification', { flags: 1 }],
  ])('rejects %s', async (_, wrong) => {
    const token = await server.sessionOf(persons.people.OPERADOR);
    expect((await add(token, new VirtualAuthenticator(ORIGIN), wrong)).body.code).toBe('CHAVE_RECUSADA');
    expect(await server.deps.db.$count(passkeys)).toBe(0);
  });

  it('accepts a challenge once, in its session and in time', async () => {
    const token = await server.sessionOf(persons.people.OPERADOR);
    const other = await server.sessionOf(persons.people.OPERADOR);
    const begin = async () => (await server.call('POST', `${BASE}/iniciar`, { token })).body.opcoes;
    const send = (options: { challenge: string }, by = token, key = new VirtualAuthenticator(ORIGIN)) =>
      server.call('POST', BASE, { token: by, body: { nome: 'A', chave: key.make(options) } });
    const first = await begin();
    expect((await send(first, other)).body.code).toBe('CHAVE_RECUSADA');
    expect((await send(first)).status).toBe(200);
    expect((await send(first)).body.code).toBe('CHAVE_RECUSADA');
    const late = await begin();
    server.advance(7 * 60_000);
    expect((await send(late)).body.code).toBe('CHAVE_RECUSADA');
    server.advance(-7 * 60_000);
    const signing = await server.call('POST', `${BASE}/desafio`, { token });
    expect((await send(signing.body.opcoes)).body.code).toBe('CHAVE_RECUSADA');
  });
});

describe('signing in with a passkey alone', () => {
  it('opens a session of the owner, whatever else the browser held', async () => {
    const { key, token } = await withKey();
    const { options, cookie } = await requested();
    expect([options.allowCredentials, options.userVerification]).toEqual([undefined, 'required']);
    const { status, body } = await enter(key.use(options), cookie);
    expect(status).toBe(200);
    const load = await server.call('GET', '/sac/carga', { token: body.token });
    expect(load.body.colaborador.id).toBe(persons.people.OPERADOR);
    const used = await server.call('GET', BASE, { token });
    expect(used.body[0].usada).not.toBeNull();
  });

  it('accepts an answer once, in the browser that requested the challenge', async () => {
    const { key } = await withKey(false);
    const [mine, theirs] = [await requested(), await requested()];
    const answer = key.use(mine.options);
    expect((await enter(answer, theirs.cookie)).body.code).toBe('CHAVE_RECUSADA');
    expect((await enter(answer, '')).body.code).toBe('CHAVE_RECUSADA');
    const both = await Promise.all([enter(answer, mine.cookie), enter(answer, mine.cookie)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await enter(answer, mine.cookie)).body.code).toBe('CHAVE_RECUSADA');
  });

  it('rejects a wrong signature, origin, name, unverified owner and unknown keys', async () => {
    const { key } = await withKey();
    for (const wrong of [
      { signedBy: new VirtualAuthenticator(ORIGIN) },
      { origin: 'http://balcao.exemplo.com.br' },
      { rpId: 'outro.exemplo' },
      { flags: 1 },
    ]) {
      const { options, cookie } = await requested();
      expect((await enter(key.use(options, wrong), cookie)).body.code).toBe('CHAVE_RECUSADA');
    }
    const { options, cookie } = await requested();
    expect((await enter(new VirtualAuthenticator(ORIGIN).use(options), cookie)).body.code).toBe(
      'CHAVE_RECUSADA',
    );
  });

  it('rejects a key whose counter went back, and notifies its owner', async () => {
    const { key } = await withKey();
    const first = await requested();
    expect((await enter(key.use(first.options), first.cookie)).status).toBe(200);
    const copy = await requested();
    expect((await enter(key.use(copy.options, { counter: 1 }), copy.cookie)).body.code).toBe('CHAVE_COPIADA');
    expect([await lastAction(), await lastMail()]).toEqual([
      'RECUSAR_CHAVE_COPIADA',
      'Uma chave de acesso pode ter sido copiada',
    ]);
    const again = await requested();
    expect((await enter(key.use(again.options), again.cookie)).status).toBe(200);
  });
});

describe('passkey after the password', () => {
  it('replaces a code for this sign-in only', async () => {
    const { key } = await withKey();
    const { body } = await password();
    expect([body.code, body.chave, body.aplicativo]).toEqual(['CODIGO_NECESSARIO', true, false]);
    const { options, cookie } = await requested(body.pendente);
    expect(options.allowCredentials).toMatchObject([{ id: key.id }]);
    const other = await password();
    const answer = key.use(options);
    expect((await enter(answer, cookie, other.body.pendente)).body.code).toBe('CHAVE_RECUSADA');
    expect((await enter(answer, cookie)).body.code).toBe('CHAVE_RECUSADA');
    expect((await enter(answer, cookie, body.pendente)).status).toBe(200);
    expect((await enter(answer, cookie, body.pendente)).body.code).toBe('ENTRADA_EXPIRADA');
  });

  it('must belong to the person who signs in', async () => {
    await withKey();
    const seller = await server.sessionOf(persons.people.VENDEDOR);
    const theirs = new VirtualAuthenticator(ORIGIN);
    await add(seller, theirs);
    const { body } = await password();
    const { options, cookie } = await requested(body.pendente);
    expect((await enter(theirs.use(options), cookie, body.pendente)).body.code).toBe('CHAVE_RECUSADA');
  });

  it('can be replaced by a recovery code if the device is lost', async () => {
    const { codes } = await withKey();
    const { body } = await password();
    const codigo = codes[0] ?? '';
    const second = await server.call('POST', '/login/segundo-fator', {
      body: { pendente: body.pendente, codigo },
    });
    expect(second.status).toBe(200);
  });
});

describe('passkey as proof, and its removal', () => {
  it('proves the person in this session only', async () => {
    const { key, token } = await withKey();
    server.advance(16 * 60_000);
    const { body } = await server.call('POST', `${BASE}/iniciar`, { token });
    expect([body.code, body.por, body.chave]).toEqual(['CONFIRMACAO_NECESSARIA', 'CODIGO', true]);
    const options = (await server.call('POST', `${BASE}/desafio`, { token })).body.opcoes;
    const chave = key.use(options);
    const other = await server.sessionOf(persons.people.VENDEDOR);
    const theirs = await server.call('POST', `${BASE}/confirmar`, { token: other, body: { chave } });
    expect(theirs.body.code).toBe('CHAVE_RECUSADA');
    expect((await server.call('POST', `${BASE}/confirmar`, { token, body: { chave } })).status).toBe(200);
    expect((await server.call('POST', `${BASE}/iniciar`, { token })).status).toBe(200);
    server.advance(-16 * 60_000);
  });

  it('is removed with its recovery codes, by its owner only', async () => {
    const { key, token } = await withKey();
    const [row] = await server.deps.db.select().from(passkeys);
    const other = await server.sessionOf(persons.people.VENDEDOR);
    expect((await server.call('DELETE', `${BASE}/${row?.id}`, { token: other })).status).toBe(404);
    expect((await server.call('DELETE', `${BASE}/${row?.id}`, { token })).status).toBe(200);
    expect([await server.deps.db.$count(recoveryCodes), await lastMail()]).toEqual([
      0,
      'Chave de acesso retirada',
    ]);
    const { options, cookie } = await requested();
    expect((await enter(key.use(options), cookie)).body.code).toBe('CHAVE_RECUSADA');
    expect((await password()).status).toBe(200);
  });

  it('is removed by an administrator with the rest of the second factor', async () => {
    const { token } = await withKey();
    const admin = await server.sessionOf(persons.people.ADMIN);
    const id = persons.people.OPERADOR;
    const person = await server.call('GET', `/config/pessoas/${id}`, { token: admin });
    expect(person.body.segundoFator).toBe(true);
    const removed = await server.call('POST', `/config/pessoas/${id}/retirar-segundo-fator`, {
      token: admin,
      body: { versao: person.body.versao },
    });
    expect(removed.status).toBe(200);
    expect([await server.deps.db.$count(passkeys), await holds(token)]).toEqual([0, false]);
  });
});

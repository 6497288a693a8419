import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { desc, eq, inArray } from 'drizzle-orm';
import { auditLog, loginFailures, outboxEmails, parameters } from '#server/db/tables/index.ts';
import { hashPassword, storePassword } from '#server/session/account/passwords.ts';
import { untilBlocked } from '#tests/support/database/untilBlocked.ts';
import { CHEAP_COST, createPeople, TEST_PASSWORD, type TestPeople } from '#tests/support/people.ts';
import { type TestAnswer, type TestServer, testServer } from '#tests/support/servers/server.ts';

const NEXT_PASSWORD = 'pilha grampo';
let server: TestServer;
let persons: TestPeople;
beforeAll(async () => {
  server = await testServer({ publicUrl: 'https://balcao.exemplo.com.br' });
  persons = await createPeople(server.deps.db);
});
afterAll(() => server?.close());
beforeEach(() => server.deps.db.delete(loginFailures));

const db = () => server.deps.db;
const outbox = () => db().select().from(outboxEmails).orderBy(desc(outboxEmails.id));
const signsIn = async (cpf: string, senha: string) =>
  (await server.call('POST', '/login/sac', { body: { cpf, senha } })).status === 200;
const isValid = async (token: string) =>
  (await server.call('GET', '/sac/validar-sessao', { token })).status === 200;

describe('my account', () => {
  const data = (token: string) => server.call('GET', '/sac/conta/dados', { token });

  it('is read and changed, with old and new values audited', async () => {
    const token = await server.sessionOf(persons.people.VENDEDOR);
    const change = {
      nome: ' Vera  Vendas ',
      dtNasc: '1985-03-02',
      tel: '(11) 3333-4444',
      email: 'Vera@Exemplo.com.br',
    };
    const answer = await server.call('PUT', '/callcenter/conta/dados', { token, body: change });
    expect(answer.body.data.message).toBe('Dados alterados.');
    expect((await data(token)).body.data).toEqual({
      id: persons.people.VENDEDOR,
      cpf: persons.cpfs.VENDEDOR,
      nome: 'Vera Vendas',
      dtNasc: '1985-03-02',
      tel: '1133334444',
      email: 'vera@exemplo.com.br',
    });
    const [entry] = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, String(persons.people.VENDEDOR)))
      .orderBy(desc(auditLog.id));
    expect(entry).toMatchObject({
      action: 'ALTERAR',
      before: { email: 'vendedor@exemplo.com.br' },
      after: { email: 'vera@exemplo.com.br' },
    });
    expect((await outbox())[0]).toMatchObject({
      toAddress: 'vendedor@exemplo.com.br',
      subject: 'O e-mail da sua conta foi alterado',
    });
  });

  it('accepts an empty birth date as no date, without an audit entry', async () => {
    const token = await server.sessionOf(persons.people.SUPERVISOR);
    for (const dtNasc of ['', null]) {
      const body = { nome: 'Sara Supervisora', dtNasc, tel: '', email: 'sara@exemplo.com.br' };
      expect((await server.call('PUT', '/sac/conta/dados', { token, body })).status).toBe(200);
      expect((await data(token)).body.data.dtNasc).toBeNull();
    }
  });

  it.each([
    [
      'dados',
      { nome: '', dtNasc: '31/12', tel: 5, email: 'a' },
      ['Informe seu nome e sobrenome', 'Data inválida', 'Telefone inválido', 'E-mail inválido'],
    ],
    [
      'senha',
      { atual: '', senha: '12345' },
      ['Informe sua senha atual', 'Informe uma senha de 6 à 20 caracteres'],
    ],
  ])("names what is invalid in %s by the document's sentences, whatever is sent", async (of, body, texts) => {
    const token = await server.sessionOf(persons.people.GERENTE);
    const answer = await server.call('PUT', `/sac/conta/${of}`, { token, body });
    expect([answer.status, Object.values(answer.body.errors)]).toEqual([422, texts]);
  });

  it('rejects wrong values field by field and changes nothing', async () => {
    const token = await server.sessionOf(persons.people.GERENTE);
    const before = (await data(token)).body;
    const body = { nome: 'Só', dtNasc: '1800-01-01', tel: '123', email: 'a@b.c' };
    const answer = await server.call('PUT', '/sac/conta/dados', { token, body });
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      {
        nome: 'Informe seu nome e sobrenome',
        dtNasc: 'Data inválida',
        tel: 'Telefone inválido',
        email: 'E-mail inválido',
      },
    ]);
    expect((await data(token)).body).toEqual(before);
  });

  it('stores preferences key by key, includes them in the initial load, rejects too many', async () => {
    const token = await server.sessionOf(persons.people.GERENTE);
    const put = (body: object) => server.call('PUT', '/callcenter/conta/preferencias', { token, body });
    await put({ tema: 'escuro', colunas: ['id'] });
    await put({ colunas: null, menu: true });
    const load = await server.call('GET', '/callcenter/carga', { token });
    expect(load.body.preferencias).toEqual({ tema: 'escuro', menu: true });
    const answer = await put({ grande: 'x'.repeat(70_000) });
    expect([answer.status, answer.body.code]).toEqual([422, 'PREFERENCIAS_GRANDES']);
  });
});

describe('changing the password', () => {
  const change = (token: string, atual: string, senha: string) =>
    server.app.inject({
      method: 'PUT',
      url: '/sac/conta/senha',
      payload: { atual, senha },
      headers: { app: 'balcao', cookie: `__Host-balcao_sessao=${token}` },
    });

  it('ends all other sessions and gives this one a new token', async () => {
    const own = await server.sessionOf(persons.people.ADMIN);
    const other = await server.sessionOf(persons.people.ADMIN);
    const foreign = await server.sessionOf(persons.people.VENDEDOR);
    const answer = await change(own, TEST_PASSWORD, NEXT_PASSWORD);
    expect(answer.statusCode).toBe(200);
    const rotated = /__Host-balcao_sessao=([^;]+)/.exec(String(answer.headers['set-cookie']))?.[1] ?? '';
    expect(await Promise.all([own, other, rotated, foreign].map(isValid))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect((await outbox())[0]).toMatchObject({ subject: 'Sua senha foi alterada' });
    expect(await signsIn(persons.cpfs.ADMIN, NEXT_PASSWORD)).toBe(true);
  });

  it('keeps the session of a bearer client, which cannot receive a new token', async () => {
    const own = await server.sessionOf(persons.people.CONSUMIDOR_FINAL);
    const other = await server.sessionOf(persons.people.CONSUMIDOR_FINAL);
    const body = { atual: TEST_PASSWORD, senha: NEXT_PASSWORD };
    const answer = await server.call('PUT', '/callcenter/conta/senha', { token: own, body });
    expect(answer.status).toBe(200);
    expect(await Promise.all([own, other].map(isValid))).toEqual([true, false]);
  });

  it('opens nothing for the old password that was checked just before', async () => {
    const id = persons.people.REPRESENTANTE;
    const thief = await server.sessionOf(id);
    const body = { cpf: persons.cpfs.REPRESENTANTE, senha: TEST_PASSWORD };
    let asked: Promise<TestAnswer[]> | undefined;
    await db().transaction(async (tx) => {
      await storePassword(tx, server.deps, id, await hashPassword(NEXT_PASSWORD, CHEAP_COST));
      asked = Promise.all([
        server.call('POST', '/login/sac', { body }),
        server.call('PUT', '/sac/conta/senha', {
          token: thief,
          body: { atual: TEST_PASSWORD, senha: 'outra pilha grampo' },
        }),
      ]);
      // Both have found the old password right.
      await untilBlocked(db(), 2);
    });
    const [login, changed] = (await asked) ?? [];
    expect([login?.status, login?.body.code]).toEqual([401, 'CREDENCIAIS_INVALIDAS']);
    expect([changed?.status, changed?.body.code]).toEqual([422, 'SENHA_ATUAL_INCORRETA']);
    expect(await signsIn(persons.cpfs.REPRESENTANTE, NEXT_PASSWORD)).toBe(true);
    const before = await hashPassword(TEST_PASSWORD, CHEAP_COST);
    await db().transaction((tx) => storePassword(tx, server.deps, id, before));
  });

  it('requires the configured length, up to 128, and then signs in', async () => {
    const admin = await server.sessionOf(persons.people.GERENTE);
    const set = (chave: string, valor: number) =>
      server.call('PUT', `/config/parametros/GERAL/${chave}`, {
        token: admin,
        body: { valor, idFil: null, versao: 0 },
      });
    // Reserved for people who manage parameters; a GERENTE's grants do not include it.
    expect((await set('senhaMinimo', 12)).status).toBe(403);
    const values = { senhaMinimo: 12, senhaMaximo: 128 };
    for (const [key, value] of Object.entries(values))
      await db().insert(parameters).values({ area: 'GERAL', key, value, description: key });
    const own = await server.sessionOf(persons.people.SUPERVISOR);
    const send = (senha: string) =>
      server.call('PUT', '/sac/conta/senha', { token: own, body: { atual: TEST_PASSWORD, senha } });
    expect((await send('onze letras')).body.errors).toEqual({
      senha: 'Informe uma senha de 12 à 128 caracteres',
    });
    const long = 'frase comprida '.repeat(9).slice(0, 128);
    expect((await send(`${long}x`)).status).toBe(422);
    expect((await send(long)).status).toBe(200);
    expect(await signsIn(persons.cpfs.SUPERVISOR, long)).toBe(true);
    await db()
      .delete(parameters)
      .where(inArray(parameters.key, Object.keys(values)));
  });

  it('rejects a wrong current password, and slows down guessing', async () => {
    const own = await server.sessionOf(persons.people.REPRESENTANTE);
    const first = await change(own, 'errada', NEXT_PASSWORD);
    expect([first.statusCode, first.json().error, first.json().errors]).toEqual([
      422,
      'Dados da conta não conferem',
      { atual: 'A senha atual não confere.' },
    ]);
    for (let n = 0; n < 4; n += 1) await change(own, 'errada', NEXT_PASSWORD);
    expect((await change(own, TEST_PASSWORD, NEXT_PASSWORD)).statusCode).toBe(429);
    expect(await isValid(own)).toBe(true);
  });

  it('rejects a common password', async () => {
    const own = await server.sessionOf(persons.people.REPRESENTANTE);
    const answer = await change(own, TEST_PASSWORD, 'Flamengo2026');
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['senha']]);
  });
});

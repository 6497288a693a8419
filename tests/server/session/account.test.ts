import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import {
  auditLog,
  customerBranches,
  customers,
  loginFailures,
  outboxEmails,
  passwordResets,
  people,
} from '../../../server/db/tables/index.ts';
import { isCommonPassword } from '../../../server/session/passwords.ts';
import { type Handful, handful, TEST_PASSWORD, testCpf } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/server.ts';

jest.setTimeout(30_000);
const MINUTE = 60 * 1000;
const NEXT_PASSWORD = 'pilha grampo';
let server: TestServer;
let persons: Handful;
beforeAll(async () => {
  server = await testServer({ publicUrl: 'https://balcao.exemplo.com.br' });
  persons = await handful(server.deps.db);
});
afterAll(() => server?.close());
beforeEach(() => server.deps.db.delete(loginFailures));

const db = () => server.deps.db;
const outbox = () => db().select().from(outboxEmails).orderBy(desc(outboxEmails.id));
const signsIn = async (cpf: string, senha: string) =>
  (await server.call('POST', '/login/sac', { body: { cpf, senha } })).status === 200;
const isValid = async (token: string) =>
  (await server.call('GET', '/sac/validar-sessao', { token })).status === 200;

describe('a forgotten password', () => {
  const request = (id: string) =>
    server.call('POST', '/senha/requisitar-token-redefinicao', { body: { id } });
  const check = (token: string) => server.call('POST', '/senha/validar-token', { body: { token } });
  const reset = (token: string, senha: string) =>
    server.call('PUT', '/senha/redefinir-via-token', { body: { token, senha } });
  const sentToken = async (cpf: string) => {
    await request(cpf);
    const [email] = await outbox();
    return (
      /https:\/\/balcao\.exemplo\.com\.br\/redefinir-senha\?token=(\S+)/.exec(email?.bodyText ?? '')?.[1] ??
      ''
    );
  };

  it('gets the same answer for a known and an unknown CPF, and an e-mail only for the known', async () => {
    const before = (await outbox()).length;
    const unknown = await request(testCpf(5555));
    expect((await outbox()).length).toBe(before);
    const known = await request(persons.cpfs.OPERADOR);
    expect((await outbox()).length).toBe(before + 1);
    expect(known).toMatchObject({ status: 200, body: unknown.body });
  });

  it('is replaced with the token of the e-mail, once, which ends every session', async () => {
    const session = await server.sessionOf(persons.people.OPERADOR);
    const token = await sentToken(persons.cpfs.OPERADOR);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(JSON.stringify(await db().select().from(passwordResets))).not.toContain(token);
    expect((await check(token)).status).toBe(200);
    expect((await reset(token, NEXT_PASSWORD)).status).toBe(200);
    expect(await isValid(session)).toBe(false);
    expect(await signsIn(persons.cpfs.OPERADOR, NEXT_PASSWORD)).toBe(true);
    expect(await signsIn(persons.cpfs.OPERADOR, TEST_PASSWORD)).toBe(false);
    const again = await reset(token, TEST_PASSWORD);
    expect([again.status, again.body.code]).toEqual([422, 'CODIGO_INVALIDO']);
    expect((await check(token)).status).toBe(422);
  });

  it('is replaced once by two who send the token at the same time', async () => {
    const token = await sentToken(persons.cpfs.SUPERVISOR);
    const both = await Promise.all([reset(token, NEXT_PASSWORD), reset(token, 'outra palavra')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('is not replaced half an hour later, nor by a token that a newer one followed', async () => {
    const first = await sentToken(persons.cpfs.GERENTE);
    const second = await sentToken(persons.cpfs.GERENTE);
    expect((await check(first)).status).toBe(422);
    server.advance(31 * MINUTE);
    expect((await reset(second, NEXT_PASSWORD)).status).toBe(422);
  });

  it.each([
    ['12345', 'Use pelo menos 6 caracteres.'],
    ['x'.repeat(21), 'Máximo de 20 caracteres.'],
    ['senha123', 'Esta senha é muito comum. Escolha outra, mais difícil de adivinhar.'],
  ])('is not replaced by "%s", and the token stays good', async (senha, text) => {
    const token = await sentToken(persons.cpfs.VENDEDOR);
    const { status, body } = await reset(token, senha);
    expect([status, body.errors]).toEqual([422, { senha: text }]);
    expect((await check(token)).status).toBe(200);
  });

  it('sends at most a few e-mails to one account, and takes a few requests from one address', async () => {
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await request(persons.cpfs.ADMIN)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    await db().delete(loginFailures);
    const many = await Promise.all(Array.from({ length: 22 }, (_, n) => request(testCpf(60_000 + n))));
    expect(many.filter(({ status }) => status === 429)).toHaveLength(2);
  });
});

describe('a new account', () => {
  const form = (change: object = {}) => ({
    documento: testCpf(31_000),
    nome: 'Dora Nova',
    email: 'dora@exemplo.com.br',
    telefone: '(11) 98888-7777',
    data_nascimento: '1990-05-17',
    senha: NEXT_PASSWORD,
    ...change,
  });
  const create = (change: object = {}) => server.call('POST', '/sac/nova-conta', { body: form(change) });
  const personBy = async (cpf: string) => (await db().select().from(people).where(eq(people.cpf, cpf)))[0];

  it('makes a consumer and the record of a customer, who may sign in', async () => {
    expect((await create()).status).toBe(200);
    const person = await personBy(testCpf(31_000));
    expect(person).toMatchObject({
      type: 'CONSUMIDOR_FINAL',
      email: 'dora@exemplo.com.br',
      phone: '11988887777',
    });
    const [customer] = await db()
      .select()
      .from(customers)
      .where(eq(customers.id, person?.customerId ?? 0));
    expect(customer).toMatchObject({ document: testCpf(31_000), legalName: 'Dora Nova', prospect: true });
    const served = await db()
      .select()
      .from(customerBranches)
      .where(eq(customerBranches.customerId, customer?.id ?? 0));
    expect(served).toHaveLength(1);
    expect(await signsIn(testCpf(31_000), NEXT_PASSWORD)).toBe(true);
  });

  it('is linked to the customer of the same CPF and e-mail', async () => {
    const [customer] = await db()
      .insert(customers)
      .values({ document: testCpf(32_000), legalName: 'Eva', tradeName: 'Eva', email: 'Eva@exemplo.com.br' })
      .returning();
    await create({ documento: testCpf(32_000), email: 'eva@exemplo.com.br' });
    expect(await personBy(testCpf(32_000))).toMatchObject({ customerId: customer?.id });
    expect(await signsIn(testCpf(32_000), NEXT_PASSWORD)).toBe(true);
  });

  it('of a customer with another e-mail is opened only from that e-mail', async () => {
    await db()
      .insert(customers)
      .values({
        document: testCpf(33_000),
        legalName: 'Fábio',
        tradeName: 'Fábio',
        email: 'fabio@exemplo.com.br',
      });
    await create({ documento: testCpf(33_000), email: 'intruso@exemplo.com.br', nome: 'Um Intruso' });
    expect(await personBy(testCpf(33_000))).toMatchObject({ email: 'fabio@exemplo.com.br', name: 'Fábio' });
    expect(await signsIn(testCpf(33_000), NEXT_PASSWORD)).toBe(false);
    const [email] = await outbox();
    expect(email).toMatchObject({ toAddress: 'fabio@exemplo.com.br', subject: 'Confirme a sua conta' });
    const token = /token=(\S+)/.exec(email?.bodyText ?? '')?.[1];
    await server.call('PUT', '/senha/redefinir-via-token', { body: { token, senha: 'minha escolha' } });
    expect(await signsIn(testCpf(33_000), 'minha escolha')).toBe(true);
  });

  it('is not made for a customer whom no e-mail can confirm', async () => {
    await db()
      .insert(customers)
      .values({ document: testCpf(34_000), legalName: 'Gil', tradeName: 'Gil' });
    await create({ documento: testCpf(34_000) });
    expect(await personBy(testCpf(34_000))).toBeUndefined();
    expect((await outbox())[0]?.subject).toBe('Fale com o atendimento para criar a sua conta');
  });

  it('answers alike for a CPF that has an account, and tells its owner by e-mail', async () => {
    const fresh = await create({ documento: testCpf(35_000) });
    const taken = await create({ documento: persons.cpfs.CONSUMIDOR_FINAL, email: 'intruso@exemplo.com.br' });
    expect(taken).toMatchObject({ status: 200, body: fresh.body });
    expect((await outbox())[0]).toMatchObject({
      toAddress: 'consumidor_final@exemplo.com.br',
      subject: 'Você já tem uma conta',
    });
    expect(await personBy(persons.cpfs.CONSUMIDOR_FINAL)).toMatchObject({
      id: persons.people.CONSUMIDOR_FINAL,
    });
  });

  it('is made once when two ask for it at the same time', async () => {
    const both = await Promise.all([
      create({ documento: testCpf(36_000) }),
      create({ documento: testCpf(36_000) }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await personBy(testCpf(36_000))).toBeDefined();
  });

  it.each([
    [{ documento: '111.111.111-11' }, { documento: 'CPF inválido' }],
    [{ nome: 'Dora' }, { nome: 'Informe seu nome e sobrenome' }],
    [{ telefone: '0000000000' }, { telefone: 'Telefone inválido' }],
    [{ data_nascimento: '2990-01-01' }, { data_nascimento: 'Data inválida' }],
    [{ data_nascimento: '1990-02-30' }, { data_nascimento: 'Informe uma data válida.' }],
    [{ email: 'dora' }, { email: 'Formato de e-mail inválido' }],
    [{ senha: '123456' }, { senha: 'Esta senha é muito comum. Escolha outra, mais difícil de adivinhar.' }],
    [{ tipo: 'ADMIN' }, { tipo: 'Campo desconhecido: retire-o e envie de novo.' }],
  ])('is refused with %j', async (change, errors) => {
    const { status, body } = await create({ documento: testCpf(37_000), ...change });
    expect([status, body.errors]).toEqual([422, errors]);
    expect(await personBy(testCpf(37_000))).toBeUndefined();
  });

  it('is asked for only a few times by one address', async () => {
    await db()
      .insert(loginFailures)
      .values({ subject: 'conta:ip:127.0.0.1', failures: 9, lastAt: server.deps.now() });
    expect((await create({ documento: testCpf(38_000) })).status).toBe(200);
    expect((await create({ documento: testCpf(38_001) })).status).toBe(429);
    expect(await personBy(testCpf(38_001))).toBeUndefined();
  });
});

describe('my account', () => {
  const data = (token: string) => server.call('GET', '/sac/conta/dados', { token });

  it('is read and changed, with what was and what is written down', async () => {
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

  it('refuses what is wrong, field by field, and changes nothing', async () => {
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

  it('keeps preferences key by key, tells them at the start, and refuses too many', async () => {
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
      headers: { app: 'balcao', cookie: `balcao_sessao=${token}` },
    });

  it('ends every other session and gives this one a new token', async () => {
    const own = await server.sessionOf(persons.people.ADMIN);
    const other = await server.sessionOf(persons.people.ADMIN);
    const foreign = await server.sessionOf(persons.people.VENDEDOR);
    const answer = await change(own, TEST_PASSWORD, NEXT_PASSWORD);
    expect(answer.statusCode).toBe(200);
    const rotated = /balcao_sessao=([^;]+)/.exec(String(answer.headers['set-cookie']))?.[1] ?? '';
    expect(await Promise.all([own, other, rotated, foreign].map(isValid))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect((await outbox())[0]).toMatchObject({ subject: 'Sua senha foi alterada' });
    expect(await signsIn(persons.cpfs.ADMIN, NEXT_PASSWORD)).toBe(true);
  });

  it('keeps the session of a bearer client, who cannot be told another token', async () => {
    const own = await server.sessionOf(persons.people.CONSUMIDOR_FINAL);
    const other = await server.sessionOf(persons.people.CONSUMIDOR_FINAL);
    const body = { atual: TEST_PASSWORD, senha: NEXT_PASSWORD };
    const answer = await server.call('PUT', '/callcenter/conta/senha', { token: own, body });
    expect(answer.status).toBe(200);
    expect(await Promise.all([own, other].map(isValid))).toEqual([true, false]);
  });

  it('refuses a wrong current password, and lets nobody guess it', async () => {
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

  it('refuses a common one', async () => {
    const own = await server.sessionOf(persons.people.REPRESENTANTE);
    const answer = await change(own, TEST_PASSWORD, 'Flamengo2026');
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['senha']]);
  });
});

it.each([
  ['123456', true],
  ['Senha2026!', true],
  ['jesus123', true],
  ['balcao-demo', false],
  ['correto cavalo', false],
])('takes the password "%s" for common: %s', (password, common) => {
  expect(isCommonPassword(password)).toBe(common);
});

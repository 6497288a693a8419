import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { desc } from 'drizzle-orm';
import { loginFailures, outboxEmails, passwordResets } from '#server/db/tables/index.ts';
import { createPeople, TEST_PASSWORD, type TestPeople, testCpf } from '#tests/support/people.ts';
import { deliverMails, tokenIn } from '#tests/support/servers/mailbox.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

const MINUTE = 60 * 1000;
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

describe('forgotten password', () => {
  const request = (id: string) =>
    server.call('POST', '/senha/requisitar-token-redefinicao', { body: { id } });
  const check = (token: string) => server.call('POST', '/senha/validar-token', { body: { token } });
  const reset = (token: string, senha: string) =>
    server.call('PUT', '/senha/redefinir-via-token', { body: { token, senha } });
  const sentToken = async (cpf: string) => {
    await request(cpf);
    const mail = (await deliverMails(server.deps)).at(-1);
    expect(mail?.text).toContain('\nhttps://balcao.exemplo.com.br/redefinir-senha?token=');
    return tokenIn(mail);
  };

  it('gets the same answer for any CPF, but an e-mail only for a known one', async () => {
    const before = (await outbox()).length;
    const unknown = await request(testCpf(5555));
    expect((await outbox()).length).toBe(before);
    const known = await request(persons.cpfs.OPERADOR);
    expect((await outbox()).length).toBe(before + 1);
    expect(known).toMatchObject({ status: 200, body: unknown.body });
  });

  it('is replaced once with the token of the e-mail, which ends all sessions', async () => {
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

  it('is replaced once when two send the token at the same time', async () => {
    const token = await sentToken(persons.cpfs.SUPERVISOR);
    const both = await Promise.all([reset(token, NEXT_PASSWORD), reset(token, 'outra palavra')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('is not replaced after half an hour, nor with a token that a newer one superseded', async () => {
    const first = await sentToken(persons.cpfs.GERENTE);
    const second = await sentToken(persons.cpfs.GERENTE);
    expect((await check(first)).status).toBe(422);
    server.advance(32 * MINUTE);
    expect((await reset(second, NEXT_PASSWORD)).status).toBe(422);
  });

  it('sends no link that was superseded or used before its e-mail left', async () => {
    await request(persons.cpfs.REPRESENTANTE);
    await request(persons.cpfs.REPRESENTANTE);
    const arrived = await deliverMails(server.deps);
    expect(arrived.map(tokenIn)).toHaveLength(1);
    const [last, first] = await outbox();
    expect(last?.sentAt).not.toBeNull();
    expect(first).toMatchObject({ sentAt: null, attempts: 14 });
    expect(first?.lastError).toContain('substituído por outro');
  });

  it.each([
    ['12345', 'Use pelo menos 6 caracteres.'],
    ['x'.repeat(21), 'Informe uma senha de 6 à 20 caracteres'],
    ['senha123', 'Esta senha é muito comum. Escolha outra, mais difícil de adivinhar.'],
  ])('is not replaced by "%s", and the token stays valid', async (senha, text) => {
    const token = await sentToken(persons.cpfs.VENDEDOR);
    const { status, body } = await reset(token, senha);
    expect([status, body.errors]).toEqual([422, { senha: text }]);
    expect((await check(token)).status).toBe(200);
  });

  it('limits the e-mails to one account and the requests from one address', async () => {
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await request(persons.cpfs.ADMIN)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    await db().delete(loginFailures);
    const many = await Promise.all(Array.from({ length: 22 }, (_, n) => request(testCpf(60_000 + n))));
    expect(many.filter(({ status }) => status === 429)).toHaveLength(2);
  });
});

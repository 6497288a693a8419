import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import { customerBranches, customers, loginFailures, outboxEmails, people } from '#server/db/tables/index.ts';
import { createPeople, type TestPeople, testCpf } from '#tests/support/people.ts';
import { deliverMails, tokenIn } from '#tests/support/servers/mailbox.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

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

describe('new account', () => {
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

  it('creates a consumer with a customer record, who can sign in', async () => {
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

  it('of an existing customer is activated only from the e-mail of the customer', async () => {
    const [customer] = await db()
      .insert(customers)
      .values({ document: testCpf(32_000), legalName: 'Eva', tradeName: 'Eva', email: 'Eva@exemplo.com.br' })
      .returning();
    await create({ documento: testCpf(32_000), email: 'eva@exemplo.com.br' });
    expect(await personBy(testCpf(32_000))).toMatchObject({ customerId: customer?.id });
    expect(await signsIn(testCpf(32_000), NEXT_PASSWORD)).toBe(false);
    expect((await outbox())[0]).toMatchObject({
      toAddress: 'eva@exemplo.com.br',
      subject: 'Confirme a sua conta',
    });
  });

  it("of a customer with another e-mail is activated only from the customer's e-mail", async () => {
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
    const token = tokenIn((await deliverMails(server.deps)).at(-1));
    await server.call('PUT', '/senha/redefinir-via-token', { body: { token, senha: 'minha escolha' } });
    expect(await signsIn(testCpf(33_000), 'minha escolha')).toBe(true);
  });

  it('is not created for a customer whom no e-mail can confirm', async () => {
    await db()
      .insert(customers)
      .values({ document: testCpf(34_000), legalName: 'Gil', tradeName: 'Gil' });
    await create({ documento: testCpf(34_000) });
    expect(await personBy(testCpf(34_000))).toBeUndefined();
    expect((await outbox())[0]?.subject).toBe('Fale com o atendimento para criar a sua conta');
  });

  it('answers alike for a CPF with an account, and notifies its owner by e-mail', async () => {
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

  it('is created once when two request it at the same time', async () => {
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
  ])('is rejected with %j', async (change, errors) => {
    const { status, body } = await create({ documento: testCpf(37_000), ...change });
    expect([status, body.errors]).toEqual([422, errors]);
    expect(await personBy(testCpf(37_000))).toBeUndefined();
  });

  it('can be requested only a few times from one address', async () => {
    await db()
      .insert(loginFailures)
      .values({ subject: 'conta:ip:127.0.0.1', failures: 9, lastAt: server.deps.now() });
    expect((await create({ documento: testCpf(38_000) })).status).toBe(200);
    expect((await create({ documento: testCpf(38_001) })).status).toBe(429);
    expect(await personBy(testCpf(38_001))).toBeUndefined();
  });
});

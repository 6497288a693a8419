import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { NOTICES_CHANGED } from '#contract/realtime.ts';
import { auditLog, customerBranches, customers, notices, realtimeEvents } from '#server/db/tables/index.ts';
import { testCpf } from '#tests/support/people.ts';
import { goodCompany, type RegistrationFixture, registrationFixture } from './registrationFixture.ts';

const FOREIGN = 'AB12CD34000184';
let fixture: RegistrationFixture;
const db = () => fixture.server.deps.db;
const ask = (as: 'OPERADOR' | 'SUPERVISOR' = 'OPERADOR', document = FOREIGN) =>
  fixture.read(`/callcenter/clientes/consulta/${document}`, as);
const kept = (action: string) =>
  db().$count(auditLog, and(eq(auditLog.action, action), eq(auditLog.personId, fixture.people.OPERADOR)));

const CONTACT = {
  razSoc: 'Novo',
  fant: 'Novo',
  nomeContato: 'Lia',
  telefone: '11987654321',
  email: 'lia@exemplo.com.br',
};

/** A first contact without a document, and a ticket of theirs. */
async function firstContact(): Promise<[number, number]> {
  const { id } = (await fixture.post('/callcenter/clientes/pre-cadastro', CONTACT)).body.data;
  return [id, await fixture.addTicket({ customerId: id })];
}

beforeAll(async () => {
  fixture = await registrationFixture();
  await db()
    .update(customers)
    .set({ document: FOREIGN, legalName: 'Segredo Ltda.', tradeName: 'Segredo', prospect: false })
    .where(eq(customers.id, fixture.customerIds.second));
});
afterAll(() => fixture?.server.close());

describe('document of a customer whom others serve', () => {
  it('is reported without name or code by every way of registering', async () => {
    const words = 'Este documento já é de um cliente da empresa.';
    const [first, ticketId] = await firstContact();
    const reported = [
      (await ask()).body,
      (await fixture.read(`/sac/clientes/consulta/${FOREIGN}/permite-cadastrar`)).body,
      (await fixture.post('/sac/clientes', goodCompany(fixture, { documento: FOREIGN }))).body,
      (await fixture.post('/callcenter/clientes/pre-cadastro', { ...CONTACT, doc: FOREIGN })).body,
      // A first contact without a document could turn out to be anyone.
      (await fixture.post('/sac/clientes', goodCompany(fixture, { documento: FOREIGN, idCli: first }))).body,
      (
        await fixture.post(
          `/sac/tickets/${ticketId}/cliente`,
          goodCompany(fixture, { documento: 'AB.12C.D34/0001-84' }),
        )
      ).body,
    ];
    expect(reported.map(({ error, errors }) => Object.values(errors ?? { error })[0])).toEqual(
      reported.map(() => words),
    );
    const all = JSON.stringify(reported);
    expect(all).not.toMatch(/Segredo/);
    for (const answer of reported) expect(answer.idCli).toBeUndefined();
    expect(await kept('CONSULTAR_DOCUMENTO')).toBe(reported.length);
  });

  it('can be requested; supervisors see by whom and which customer, the seller sees neither', async () => {
    const request = (documento = FOREIGN) =>
      fixture.post('/callcenter/clientes/transferencias', { documento, motivo: 'Mudou <b>de</b> cidade' });
    // Pressed twice at once, it is one request.
    const answers = await Promise.all([request(), request()]);
    const [{ status, body } = { status: 0, body: null }] = answers.filter((each) => each.status === 200);
    expect([status, body]).toEqual([200, { data: { message: 'Pedido enviado aos supervisores.' } }]);
    const [notice, ...more] = await db().select().from(notices).where(eq(notices.audience, 'SUPERVISOR'));
    expect(more).toEqual([]);
    // Open consoles of supervisors learn of it at once.
    expect(await db().$count(realtimeEvents, eq(realtimeEvents.event, NOTICES_CHANGED))).toBe(1);
    expect(notice?.html).toContain(`${fixture.customerIds.second} - Segredo Ltda.`);
    expect(notice?.html).not.toContain('<b>');
    expect((await request()).body.code).toBe('JA_PEDIDA');
    // For an unknown document, or one of their own customers, there is nothing to request.
    expect((await request(testCpf(77))).body.code).toBe('SEM_TRANSFERENCIA');
    const seen = (await fixture.read('/sac/avisos', 'OPERADOR')).body;
    expect(JSON.stringify(seen)).not.toContain('Segredo');
  });

  it('is limited to twenty audited look-ups a day and refused beyond them', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask()));
    expect(await kept('CONSULTAR_DOCUMENTO')).toBe(20);
    // Six were requested above.
    expect(answers.filter(({ status }) => status === 200).length).toBe(14);
    const { status, body } = await ask();
    expect([status, body.code]).toEqual([429, 'CONSULTAS_DEMAIS']);
    // Refused whatever the document: a response would reveal which documents are foreign.
    expect((await ask('OPERADOR', testCpf(78))).status).toBe(429);
    expect(await kept('RECUSAR_CONSULTAS')).toBeGreaterThan(1);
    const [first, ticketId] = await firstContact();
    const another = goodCompany(fixture, { documento: testCpf(79) });
    expect((await fixture.post('/sac/clientes', { ...another, idCli: first })).status).toBe(429);
    expect((await fixture.post(`/sac/tickets/${ticketId}/cliente`, another)).status).toBe(429);
    expect((await ask('SUPERVISOR')).body.idCli).toBe(fixture.customerIds.second);
  });

  it('is completed from a ticket by whoever works on it, which is no look-up', async () => {
    const [own] = await db()
      .insert(customers)
      .values({ document: '11222333000181', legalName: 'Bom Preço', tradeName: 'Bom Preço', prospect: true })
      .returning({ id: customers.id });
    const customerId = own?.id ?? 0;
    await db().insert(customerBranches).values({ customerId, branchId: fixture.branchIds[1] });
    const ticketId = await fixture.addTicket({ customerId });
    const done = await fixture.post(`/sac/tickets/${ticketId}/cliente`, goodCompany(fixture));
    expect([done.status, done.body.data?.id]).toEqual([200, customerId]);
  });
});

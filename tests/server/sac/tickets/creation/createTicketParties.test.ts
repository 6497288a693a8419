import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { customerBranches, customers, people, tickets } from '#server/db/tables/index.ts';
import { type ReturnsFixture, returnsFixture } from '../../returnsFixture.ts';
import { create, goodQuestion, storedTicket } from './newTicket.ts';

let fixture: ReturnsFixture;
beforeAll(async () => {
  fixture = await returnsFixture();
});
afterAll(() => fixture?.close());
const db = () => fixture.server.deps.db;
const stored = (id: number) => storedTicket(fixture, id);

describe('customer of a new ticket', () => {
  it('is the signed-in end consumer, who need not choose anything', async () => {
    await db()
      .update(people)
      .set({ name: 'Clara Consumidora' })
      .where(eq(people.id, fixture.people.CONSUMIDOR_FINAL));
    const { status, body } = await create(fixture, goodQuestion(fixture, { idCli: null, idFil: null }), {
      as: 'CONSUMIDOR_FINAL',
    });
    expect([status, body]).toEqual([200, expect.anything()]);
    const { ticket } = await stored(body.data.id);
    expect(ticket).toMatchObject({
      customerId: fixture.customerIds.consumer,
      branchId: fixture.branchIds[0],
      finalConsumer: true,
      extraFields: {
        consumidorFinal: { documento: fixture.cpfs.CONSUMIDOR_FINAL, nome: 'Clara Consumidora' },
      },
      creatorId: fixture.people.CONSUMIDOR_FINAL,
    });
  });

  const form = (documento: string) => ({
    documento,
    nome: 'Joana  Prado',
    email: 'Joana@Exemplo.com.br ',
    telefone: '(11) 98888-7777',
    data_nascimento: '1990-05-01',
  });
  const forConsumer = (documento: string) =>
    goodQuestion(fixture, { idCli: null, idFil: null, consumidorFinal: form(documento) });

  it('is created from a new document or found by a known one when staff open for a consumer', async () => {
    const first = await create(fixture, forConsumer('529.982.247-25'));
    expect([first.status, first.body]).toEqual([200, expect.anything()]);
    const [record] = await db().select().from(customers).where(eq(customers.document, '52998224725'));
    expect(record).toMatchObject({
      legalName: 'Joana Prado',
      email: 'joana@exemplo.com.br',
      phone: '11988887777',
      prospect: false,
    });
    const { ticket } = await stored(first.body.data.id);
    expect(ticket).toMatchObject({
      customerId: record?.id,
      branchId: fixture.branchIds[0],
      finalConsumer: true,
    });
    const served = await db()
      .select()
      .from(customerBranches)
      .where(eq(customerBranches.customerId, record?.id ?? 0));
    expect(served).toMatchObject([{ customerId: record?.id, branchId: fixture.branchIds[0] }]);

    const second = await create(fixture, forConsumer('52998224725'));
    expect((await stored(second.body.data.id)).ticket?.customerId).toBe(record?.id);
    expect(await db().$count(customers, eq(customers.document, '52998224725'))).toBe(1);
  });

  it('that is a company is a first contact, whose registration anybody on its ticket can complete', async () => {
    const { body } = await create(fixture, forConsumer('11.222.333/0001-81'));
    const shown = await fixture.server.call('GET', `/sac/tickets/${body.data.id}`, {
      token: fixture.tokens.OPERADOR,
    });
    expect(shown.body.data.cliente.cadastroIncompleto ?? shown.body.data.cadastroIncompleto).toBe(true);
    const [record] = await db().select().from(customers).where(eq(customers.document, '11222333000181'));
    expect(record?.prospect).toBe(true);
  });

  it('is refused, without its name, if the person does not serve the customer of the document', async () => {
    const before = await db().$count(tickets);
    const { status, body } = await create(fixture, forConsumer('11.444.777/0001-61'));
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      'consumidorFinal.documento': 'Este documento é de um cliente que você não atende.',
    });
    expect(JSON.stringify(body)).not.toContain('Verde');
    expect(await db().$count(tickets)).toBe(before);
  });

  it('is not created when the form is rejected', async () => {
    const { status } = await create(fixture, { ...forConsumer('111.444.777-35'), mensagem: '' });
    expect(status).toBe(422);
    expect(await db().$count(customers, eq(customers.document, '11144477735'))).toBe(0);
  });

  it('stays the shop when the shop opens the ticket for its buyer', async () => {
    const { body } = await create(
      fixture,
      goodQuestion(fixture, { idFil: null, consumidorFinal: form('529.982.247-25') }),
    );
    const { ticket } = await stored(body.data.id);
    expect(ticket).toMatchObject({
      customerId: fixture.customerIds.first,
      finalConsumer: true,
      extraFields: {
        consumidorFinal: {
          ...form('52998224725'),
          nome: 'Joana Prado',
          email: 'joana@exemplo.com.br',
          telefone: '11988887777',
        },
      },
    });
  });
});

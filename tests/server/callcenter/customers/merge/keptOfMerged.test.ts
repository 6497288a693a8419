import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { customerContacts, customerMerges, customers } from '#server/db/tables/index.ts';
import { type CustomersFixture, customersFixture } from './mergeFixture.ts';

let fixture: CustomersFixture;
beforeAll(async () => {
  fixture = await customersFixture();
});
afterAll(() => fixture?.server.close());

const db = () => fixture.server.deps.db;
const lead = () => fixture.customerIds.first;
const merge = (from: number, to = lead()) =>
  fixture.call('SUPERVISOR', 'POST', `/callcenter/clientes/${to}/unir`, { outro: { id: from } });
const undo = (from: number) =>
  fixture.call('SUPERVISOR', 'POST', `/callcenter/clientes/${lead()}/desfazer-uniao`, { cliente: from });
const write = (id: number, set: Partial<typeof customers.$inferInsert>) =>
  db().update(customers).set(set).where(eq(customers.id, id));
const rowOf = async (id: number) => (await db().select().from(customers).where(eq(customers.id, id)))[0];

describe('the flex of merged customers', () => {
  it.each([
    { used: '30.5000', leads: '10.0000' },
    { used: '25.5000', leads: '5.0000' },
  ])('is added up, and goes back with $used of it left', async ({ used, leads }) => {
    const from = await fixture.firstContact({ flex: '20.5' });
    await write(lead(), { flex: '10' });
    expect((await merge(from)).status).toBe(200);
    expect((await rowOf(lead()))?.flex).toBe('30.5000');
    await write(lead(), { flex: used });
    expect((await undo(from)).status).toBe(200);
    expect([(await rowOf(lead()))?.flex, (await rowOf(from))?.flex]).toEqual([leads, '20.5000']);
    await write(lead(), { flex: '0' });
  });
});

describe('a customer whose data were erased', () => {
  it('is not merged either while a law keeps the document', async () => {
    const erased = await fixture.firstContact({ personalGoneAt: new Date() });
    const from = await fixture.firstContact();
    expect((await merge(erased)).body.code).toBe('ELIMINADO');
    expect((await merge(from, erased)).body.code).toBe('ELIMINADO');
  });
});

describe('taking a merge back', () => {
  it('does not bring back a contact that was erased since', async () => {
    const from = await fixture.firstContact();
    const ana = { name: 'Ana Quintal', email: 'ana@quintal.com.br' };
    const [contact] = await db()
      .insert(customerContacts)
      .values([
        { ...ana, customerId: lead() },
        { ...ana, customerId: from },
      ])
      .returning();
    await merge(from);
    const named = () => db().$count(customerContacts, eq(customerContacts.name, ana.name));
    expect(await named()).toBe(1);
    // What was edited is no longer told from the kept one by its data.
    await db()
      .update(customerContacts)
      .set({ email: 'outra@quintal.com.br' })
      .where(eq(customerContacts.id, contact?.id ?? 0));
    const erased = await fixture.call('ADMIN', 'POST', `/config/titulares/CONTATO/${contact?.id}/eliminar`, {
      nome: ana.name,
      motivo: 'Pedido 12',
    });
    expect(erased.status).toBe(200);
    const [merged] = await db().select().from(customerMerges).where(eq(customerMerges.fromId, from));
    expect(merged?.kept).toBeNull();
    expect((await undo(from)).body.code).toBe('ELIMINADO');
    expect(await named()).toBe(0);
  });

  it('takes from the registration and the added fields what came along, key by key', async () => {
    const own = { registration: { empresa: { porte: 'ME' } }, extraFields: { rota: 'Sul' } };
    await write(lead(), own);
    const from = await fixture.firstContact({
      registration: {
        empresa: { porte: 'EPP' },
        contatos: { whatsApp: '11911112222', emailNFe: 'nfe@outro.com.br' },
        dadosBancarios: [{ agencia: '1234' }],
      },
      extraFields: { rota: 'Norte', doca: '3', turno: 'Tarde' },
    });
    await merge(from);
    const merged = await rowOf(lead());
    expect(merged?.extraFields).toEqual({ rota: 'Sul', doca: '3', turno: 'Tarde' });
    expect(merged?.registration).toMatchObject({ empresa: { porte: 'ME' }, dadosBancarios: [{}] });
    await write(lead(), {
      registration: {
        ...merged?.registration,
        contatos: { whatsApp: '11933334444', emailNFe: 'nfe@outro.com.br' },
      },
      extraFields: { ...merged?.extraFields, rota: 'Leste', turno: 'Noite' },
    });
    expect((await undo(from)).status).toBe(200);
    expect(await rowOf(lead())).toMatchObject({
      registration: { empresa: { porte: 'ME' }, contatos: { whatsApp: '11933334444' } },
      extraFields: { rota: 'Leste', turno: 'Noite' },
    });
    const after = await rowOf(lead());
    expect(Object.keys({ ...after?.registration, ...after?.extraFields }).sort()).toEqual([
      'contatos',
      'empresa',
      'rota',
      'turno',
    ]);
    expect(after?.registration.contatos).toEqual({ whatsApp: '11933334444' });
  });
});

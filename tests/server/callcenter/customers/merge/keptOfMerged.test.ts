import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import {
  agendas,
  customerContacts,
  customerMerges,
  customerPhones,
  customers,
  deliveryAddresses,
  feedPending,
  orders,
  realtimeEvents,
  records,
  tickets,
} from '#server/db/tables/index.ts';
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
const idOf = async (table: typeof orders | typeof tickets | typeof agendas, customerId: number) =>
  (await db().select({ id: table.id }).from(table).where(eq(table.customerId, customerId)))[0]?.id ?? 0;

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

  it('gives a column that came since its default', async () => {
    const from = await fixture.firstContact();
    await db().insert(customerPhones).values({ customerId: lead(), number: '11900000001' });
    await merge(from);
    await db()
      .update(customerMerges)
      .set({ kept: sql`kept #- '{row,served_on}' #- '{doubles,customer_phones,0,description}'` })
      .where(and(eq(customerMerges.fromId, from), isNull(customerMerges.undoneAt)));
    expect((await undo(from)).status).toBe(200);
    expect((await rowOf(from))?.servedOn).toEqual([1, 2, 3, 4, 5]);
    expect(
      await db().$count(
        customerPhones,
        and(eq(customerPhones.customerId, from), eq(customerPhones.number, '11900000001')),
      ),
    ).toBe(1);
  });
});

const last = async () => {
  const { rows } = await db().execute<{ feed: number; events: number }>(sql`select
    (select coalesce(max(id), 0)::int from ${feedPending}) as feed,
    (select coalesce(max(id), 0)::int from ${realtimeEvents}) as events`);
  return rows[0] ?? { feed: 0, events: 0 };
};
const since = async (at: { feed: number; events: number }) => {
  const told = await db().select().from(feedPending).where(gt(feedPending.id, at.feed));
  const events = await db().select().from(realtimeEvents).where(gt(realtimeEvents.id, at.events));
  return {
    told: told.map(({ type, recordId, happened }) => `${type} ${recordId} ${happened}`),
    events: events.map(({ event, data }) => `${event} ${(data as { id?: number }).id ?? ''}`),
  };
};

describe('other systems and open pages', () => {
  it('are told of each row that has another customer, there and back', async () => {
    const from = await fixture.firstContact();
    const [twin] = await db()
      .insert(customerContacts)
      .values([
        { customerId: from, name: 'Bia' },
        { customerId: lead(), name: 'Bia' },
      ])
      .returning();
    const place = {
      cep: '01310100',
      street: 'Av. Paulista',
      number: '1',
      district: 'Centro',
      city: 'São Paulo',
    };
    const [street] = await db()
      .insert(deliveryAddresses)
      .values([
        { ...place, state: 'SP', customerId: from },
        { ...place, state: 'SP', customerId: lead() },
      ])
      .returning();
    const follows = {
      pedidos: await idOf(orders, from),
      tickets: await idOf(tickets, from),
      agendas: await idOf(agendas, from),
    };
    const changed = Object.entries(follows).map(([type, id]) => `${type} ${id} alterado`);
    const live = [`pedido.mudou ${follows.pedidos}`, `ticket.mudou ${follows.tickets}`];

    const before = await last();
    await merge(from);
    const merged = await since(before);
    expect(merged.told).toEqual(expect.arrayContaining(changed));
    expect(merged.told).toEqual(
      expect.arrayContaining([`contatos ${twin?.id} excluido`, `enderecos-entrega ${street?.id} excluido`]),
    );
    expect(merged.told).not.toContain(`enderecos-entrega ${street?.id} alterado`);
    expect(merged.events).toEqual(expect.arrayContaining(live));
    const contacts = await db()
      .select({ id: customerContacts.id })
      .from(customerContacts)
      .where(inArray(customerContacts.name, [`Pessoa ${from}`]));
    expect(merged.told).toContain(`contatos ${contacts[0]?.id} alterado`);

    const between = await last();
    await undo(from);
    const back = await since(between);
    expect(back.told).toEqual(
      expect.arrayContaining([
        ...changed,
        `contatos ${twin?.id} criado`,
        `enderecos-entrega ${street?.id} criado`,
        `contatos ${contacts[0]?.id} alterado`,
      ]),
    );
    expect(back.events).toEqual(expect.arrayContaining(live));
  });

  it('are told of records of the company’s own types under the key of the type', async () => {
    const type = 'contratos-comodato';
    const folder = await mkdtemp(path.join(os.tmpdir(), 'cadastros-'));
    await mkdir(path.join(folder, 'records'));
    await cp(`tests/support/recordTypes/${type}.json`, path.join(folder, 'records', `${type}.json`));
    await loadDefinitions(db(), folder, { ...fixture.server.deps, user: null });
    await rm(folder, { recursive: true });
    const from = await fixture.firstContact();
    const [record] = await db()
      .insert(records)
      .values({
        type,
        key: 'C-7',
        name: 'C-7',
        search: '',
        data: { numero: 'C-7', cliente: from },
        customerId: from,
      })
      .returning();
    const before = await last();
    await merge(from);
    expect((await since(before)).told).toContain(`${type} ${record?.id} alterado`);
    const between = await last();
    await undo(from);
    expect((await since(between)).told).toContain(`${type} ${record?.id} alterado`);
    const [after] = await db()
      .select()
      .from(records)
      .where(eq(records.id, record?.id ?? 0));
    expect([after?.customerId, after?.data.cliente]).toEqual([from, from]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, desc, eq, sql } from 'drizzle-orm';
import { forgetMerged } from '#server/callcenter/customerMerges/commands.ts';
import { CUSTOMER_REFERENCES } from '#server/callcenter/customerMerges/references.ts';
import {
  auditLog,
  customerLog,
  customerMerges,
  customerPhones,
  customers,
  externalCodes,
  invoices,
  orders,
  people,
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
const merge = (
  to: number,
  from: number,
  more: object = {},
  who: 'SUPERVISOR' | 'OPERADOR' | 'REPRESENTANTE' = 'SUPERVISOR',
  key?: string,
) => fixture.call(who, 'POST', `/callcenter/clientes/${to}/unir`, { outro: { id: from }, ...more }, key);
const undo = (to: number, from: number, who: 'SUPERVISOR' | 'GERENTE' = 'SUPERVISOR') =>
  fixture.call(who, 'POST', `/callcenter/clientes/${to}/desfazer-uniao`, { cliente: from });
const panel = (id: number) => fixture.call('SUPERVISOR', 'GET', `/callcenter/clientes/${id}`);
const exists = async (id: number) => (await db().$count(customers, eq(customers.id, id))) === 1;

describe('references to customers', () => {
  it('are all decided upon: each foreign key of the database stands in the list, and nothing else', async () => {
    const { rows } = await db().execute<{ name: string }>(sql`
      select c.conrelid::regclass::text || '.' || a.attname as name
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'customers'::regclass order by 1`);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(CUSTOMER_REFERENCES).sort());
  });
  it('are no other columns called like one, but those that follow a ticket by a trigger', async () => {
    const { rows } = await db().execute<{ name: string }>(sql`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'customer_id' order by 1`);
    const named = rows.map(({ name }) => name).filter((name) => !(name in CUSTOMER_REFERENCES));
    expect(named).toEqual(['ticket_movements.customer_id']);
  });
});

describe('merging customers', () => {
  it('brings everything along, leads on by code and number, and goes back exactly', async () => {
    const from = await fixture.firstContact();
    await db().insert(customerPhones).values({ customerId: lead(), number: '11900000001' });
    const before = await fixture.stored(lead(), from);
    const [ticket] = await db().select().from(tickets).where(eq(tickets.customerId, from));
    const answer = await merge(lead(), from);
    expect([answer.status, answer.body.data?.message]).toEqual([200, `Cliente ${from} unido ao ${lead()}.`]);
    expect(await exists(from)).toBe(false);
    expect(await db().$count(orders, eq(orders.customerId, lead()))).toBe(1);
    expect(
      await db().$count(
        customerPhones,
        and(eq(customerPhones.customerId, lead()), eq(customerPhones.number, '11900000001')),
      ),
    ).toBe(1);
    const [moved] = await db()
      .select()
      .from(tickets)
      .where(eq(tickets.id, ticket?.id ?? 0));
    expect(moved).toMatchObject({ customerId: lead(), representativeId: fixture.representativeId });
    const shown = (await panel(from)).body.data;
    expect(shown).toMatchObject({ id: lead(), unidos: [{ id: from, desfazerAte: expect.any(String) }] });
    const found = await fixture.call('SUPERVISOR', 'GET', `/sac/clientes?q=${from}`);
    expect(found.body.itens.map(({ id }: { id: number }) => id)).toContain(lead());
    const [code] = await db()
      .select()
      .from(externalCodes)
      .where(eq(externalCodes.code, `P${from}`));
    expect(code?.recordId).toBe(lead());
    const back = await undo(lead(), from);
    expect([back.status, back.body.data?.id]).toEqual([200, from]);
    expect(await fixture.stored(lead(), from)).toEqual(before);
    expect((await panel(from)).body.data.id).toBe(from);
  });

  it('writes one entry in the log and the audit of each, and none again with the same key', async () => {
    const from = await fixture.firstContact();
    const first = await merge(lead(), from, {}, 'SUPERVISOR', 'unir-uma-vez');
    const again = await merge(lead(), from, {}, 'SUPERVISOR', 'unir-uma-vez');
    expect([first.status, again.body]).toEqual([200, first.body]);
    const logged = await db()
      .select()
      .from(customerLog)
      .where(and(eq(customerLog.customerId, lead()), eq(customerLog.type, 'CADASTRO')))
      .orderBy(desc(customerLog.id));
    expect(logged[0]?.text).toBe(`Unido a este: cliente ${from} (Contato ${from})`);
    const audited = await db()
      .select({ action: auditLog.action, id: auditLog.entityId })
      .from(auditLog)
      .where(
        and(
          eq(auditLog.entity, 'customers'),
          sql`(${auditLog.after} ->> 'unido' = ${String(from)} or ${auditLog.entityId} = ${String(from)})`,
        ),
      )
      .orderBy(auditLog.id);
    expect(audited).toEqual([
      { action: 'UNIR', id: String(lead()) },
      { action: 'EXCLUIR', id: String(from) },
    ]);
  });

  it('takes chosen fields from the other one, fills what is missing, and gives back what nobody changed since', async () => {
    const from = await fixture.firstContact({
      email: 'outro@exemplo.com.br',
      stateRegistration: 'ISENTO',
      blocked: true,
      blockReason: 'Cheque devolvido',
    });
    const options = await fixture.call(
      'SUPERVISOR',
      'GET',
      `/callcenter/clientes/${from}/unir?outro=${lead()}`,
    );
    expect(options.body).toMatchObject({
      proposto: lead(),
      outro: { impedimento: `O cliente ${lead()} tem CPF ou CNPJ: é ele que fica.` },
    });
    const [old] = await db().select().from(customers).where(eq(customers.id, lead()));
    await merge(lead(), from, { doOutro: ['email'] });
    // A dialog that was opened before is told where the other one went.
    const again = await fixture.call(
      'SUPERVISOR',
      'GET',
      `/callcenter/clientes/${lead()}/unir?outro=${from}`,
    );
    expect(again.body).toMatchObject({
      code: 'JA_UNIDO',
      error: `O cliente ${from} já foi unido ao ${lead()}.`,
    });
    const [row] = await db().select().from(customers).where(eq(customers.id, lead()));
    expect(row).toMatchObject({
      email: 'outro@exemplo.com.br',
      legalName: old?.legalName,
      stateRegistration: 'ISENTO',
      blocked: true,
      document: old?.document,
    });
    await db().update(customers).set({ stateRegistration: '123' }).where(eq(customers.id, lead()));
    await undo(lead(), from);
    const [after] = await db().select().from(customers).where(eq(customers.id, lead()));
    expect(after).toMatchObject({ email: old?.email, stateRegistration: '123', blocked: false });
  });

  it('is refused for two documents, for oneself, for an account and for erased data', async () => {
    const { first, second, consumer } = fixture.customerIds;
    const refusals = [
      (await merge(first, second)).body,
      (await merge(first, consumer)).body,
      (await merge(first, first)).body,
    ];
    expect(refusals.map(({ code }) => code)).toEqual(['DOIS_DOCUMENTOS', 'DOIS_DOCUMENTOS', 'MESMO_CLIENTE']);
    const erased = await fixture.firstContact({ personalGoneAt: new Date() });
    expect((await merge(first, erased)).body.code).toBe('ELIMINADO');
    const known = await fixture.firstContact();
    await db().update(people).set({ customerId: known }).where(eq(people.id, fixture.people.VENDEDOR));
    expect((await merge(first, known)).body.code).toBe('TEM_CONTA');
    await db().update(people).set({ customerId: null }).where(eq(people.id, fixture.people.VENDEDOR));
  });

  it('is for those who may, and see both', async () => {
    const from = await fixture.firstContact();
    expect((await merge(lead(), from, {}, 'OPERADOR')).status).toBe(403);
    expect((await merge(lead(), from, { versao: 999 })).status).toBe(409);
    expect((await merge(lead(), 999_999)).status).toBe(404);
    expect(await exists(from)).toBe(true);
  });

  it('lets one of two at once through, whichever way round', async () => {
    const [one, two] = [await fixture.firstContact(), await fixture.firstContact()];
    const answers = await Promise.all([merge(one, two), merge(two, one), merge(one, two)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([await exists(one), await exists(two)].filter(Boolean)).toHaveLength(1);
  });

  it('loses no order or ticket that is made at the same moment', async () => {
    const from = await fixture.firstContact();
    const count = async () => db().$count(tickets, sql`customer_id in (${lead()}, ${from})`);
    const before = await count();
    const made = await Promise.all([
      merge(lead(), from),
      ...[1, 2, 3, 4].map(() =>
        fixture.addTicket({ customerId: from }).then(
          () => 1,
          () => 0,
        ),
      ),
    ]);
    const added = made.slice(1).reduce<number>((sum, one) => sum + Number(one), 0);
    expect(await count()).toBe(before + added);
    expect(await db().$count(tickets, eq(tickets.customerId, from))).toBe(0);
  });
});

describe('codes of other systems', () => {
  it('of a merged customer find the one that stayed, which keeps its own', async () => {
    const from = await fixture.firstContact();
    await db()
      .delete(externalCodes)
      .where(and(eq(externalCodes.type, 'clientes'), eq(externalCodes.recordId, lead())));
    await db()
      .insert(externalCodes)
      .values({ type: 'clientes', source: 'erp', code: 'OWN', recordId: lead() });
    await merge(lead(), from);
    const answer = await fixture.call('ADMIN', 'PUT', '/dados/v1/clientes', {
      registros: [{ codigosExternos: { erp: `P${from}` }, obsLogistica: 'Doca 3' }],
    });
    expect(answer.body.contagens).toMatchObject({ mudados: 1, recusados: 0 });
    const [row] = await db().select().from(customers).where(eq(customers.id, lead()));
    expect(row?.logisticsNote).toBe('Doca 3');
    const [own] = await db()
      .select()
      .from(externalCodes)
      .where(and(eq(externalCodes.type, 'clientes'), eq(externalCodes.recordId, lead())));
    expect(own?.code).toBe('OWN');
  });
});

describe('taking a merge back', () => {
  it('is refused after a day, to a colleague who does not lead, and once an order is invoiced', async () => {
    const from = await fixture.firstContact();
    const [order] = await db().select().from(orders).where(eq(orders.customerId, from));
    await merge(lead(), from);
    const [note] = await db()
      .insert(invoices)
      .values({
        key: '4'.repeat(44),
        number: 77,
        customerId: lead(),
        branchId: fixture.branchIds[0],
        issuedOn: '2026-11-29',
        total: '1',
        orderId: order?.id ?? 0,
      })
      .returning();
    expect((await undo(lead(), from)).body.code).toBe('JA_FATURADO');
    await db()
      .delete(invoices)
      .where(eq(invoices.id, note?.id ?? 0));
    const yesterday = new Date(fixture.server.deps.now().getTime() - 25 * 3_600_000);
    await db().update(customerMerges).set({ at: yesterday }).where(eq(customerMerges.fromId, from));
    expect((await undo(lead(), from)).body.code).toBe('FORA_DO_PRAZO');
    expect(await forgetMerged(fixture.server.deps)).toBeGreaterThan(0);
    expect((await panel(from)).body.data.id).toBe(lead());
    const [merged] = await db().select().from(customerMerges).where(eq(customerMerges.fromId, from));
    expect(merged?.kept).toBeNull();
  });

  it('leaves what came afterwards, and lets what was made of its orders follow', async () => {
    const from = await fixture.firstContact();
    await merge(lead(), from);
    const later = await fixture.addTicket({ customerId: lead() });
    expect((await undo(lead(), from, 'GERENTE')).status).toBe(200);
    const [row] = await db().select().from(tickets).where(eq(tickets.id, later));
    expect(row?.customerId).toBe(lead());
    expect((await undo(lead(), from)).body.code).toBe('NAO_UNIDO');
  });
});

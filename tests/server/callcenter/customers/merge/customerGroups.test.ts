import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { CustomerGroup } from '#contract/callcenter/customers/customerGroups.ts';
import { DEFAULT_GRANTS, type PersonType } from '#contract/permissions.ts';
import { eraseHeld } from '#server/config/privacy/erase.ts';
import { NOBODY } from '#server/config/privacy/holdings/holding.ts';
import {
  auditLog,
  customerBranches,
  customerCreditLimits,
  customerGroupMembers,
  customerGroups,
  customerLog,
  customers,
  invoices,
  invoiceTitles,
  orders,
} from '#server/db/tables/index.ts';
import { testCpf } from '#tests/support/people.ts';
import { type CustomersFixture, customersFixture } from './mergeFixture.ts';

let fixture: CustomersFixture;
beforeAll(async () => {
  fixture = await customersFixture();
});
afterAll(() => fixture?.server.close());

const db = () => fixture.server.deps.db;
const BASE = '/callcenter/clientes';
const link = (one: number, other: number, nome?: string, who: PersonType = 'SUPERVISOR', key?: string) =>
  fixture.call(who, 'POST', `${BASE}/${one}/grupo/ligar`, { outro: other, ...(nome && { nome }) }, key);
const leave = (id: number, who: PersonType = 'SUPERVISOR') =>
  fixture.call(who, 'POST', `${BASE}/${id}/grupo/sair`, {});
const group = async (id: number, who: PersonType = 'SUPERVISOR'): Promise<CustomerGroup | null> =>
  (await fixture.call(who, 'GET', `${BASE}/${id}/grupo`)).body.data;
const membersOf = async (id: number, who: PersonType = 'SUPERVISOR') =>
  (await group(id, who))?.membros.map((member) => member.id).sort((a, b) => a - b);

let made = 0;
async function customer(branch = 0, part: Partial<typeof customers.$inferInsert> = {}): Promise<number> {
  made += 1;
  const [row] = await db()
    .insert(customers)
    .values({ document: testCpf(6000 + made), legalName: `Loja ${made}`, tradeName: `Loja ${made}`, ...part })
    .returning({ id: customers.id });
  await db()
    .insert(customerBranches)
    .values({ customerId: row?.id ?? 0, branchId: fixture.branchIds[branch] ?? 0 });
  return row?.id ?? 0;
}

const granted: CustomersFixture['granted'] = (...given) => fixture.granted(...given);

describe('a group of customers', () => {
  it('begins with two, takes a third, loses one, and ends with the last but one', async () => {
    const [one, two, three] = [await customer(), await customer(), await customer()];
    expect((await link(one, two)).body).toMatchObject({ errors: { nome: 'Dê um nome ao grupo.' } });
    const begun = await link(one, two, 'Rede Azul');
    expect(begun.body.data.message).toBe(`Clientes ${one} e ${two} ligados no grupo Rede Azul.`);
    // A name is for a group that begins; one that is there keeps its own.
    expect((await link(three, two, 'Outra')).status).toBe(200);
    expect(await group(three)).toMatchObject({ nome: 'Rede Azul', versao: 2 });
    expect(await membersOf(one)).toEqual([one, two, three]);
    expect((await link(one, three)).body.code).toBe('JA_LIGADOS');
    expect((await leave(one)).status).toBe(200);
    expect(await group(one)).toBeNull();
    expect(await membersOf(two)).toEqual([two, three]);
    expect((await leave(two)).status).toBe(200);
    expect([await group(two), await group(three)]).toEqual([null, null]);
    expect((await leave(three)).body.code).toBe('SEM_GRUPO');
  });

  it('writes one entry in the audit for each act, one in the log of whoever it is about, and none again with the same key', async () => {
    const [one, two] = [await customer(), await customer()];
    const begun = await link(one, two, 'Rede Verde', 'SUPERVISOR', 'ligar-uma-vez');
    expect((await link(one, two, 'Rede Verde', 'SUPERVISOR', 'ligar-uma-vez')).body).toEqual(begun.body);
    await leave(one);
    const id: number = begun.body.data.id;
    const audited = await db()
      .select({ action: auditLog.action, before: auditLog.before })
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'customer_groups'), eq(auditLog.entityId, String(id))))
      .orderBy(auditLog.id);
    expect(audited.map(({ action }) => action)).toEqual(['CRIAR', 'EXCLUIR']);
    const logged = await db()
      .select({ text: customerLog.text })
      .from(customerLog)
      .where(eq(customerLog.customerId, one))
      .orderBy(customerLog.id);
    expect(logged.map(({ text }) => text)).toEqual([
      'Ligado ao grupo Rede Verde',
      'Tirado do grupo Rede Verde',
    ]);
    // Whoever was left alone is in no group either, and its log says so.
    const [last] = await db()
      .select({ text: customerLog.text })
      .from(customerLog)
      .where(eq(customerLog.customerId, two))
      .orderBy(desc(customerLog.id))
      .limit(1);
    expect(last?.text).toBe('O grupo Rede Verde terminou');
    expect(audited.at(-1)?.before).toMatchObject({ clientes: [one, two] });
  });

  it('ends where an erasure leaves one alone, and stays where it leaves two', async () => {
    const [one, two, three] = [await customer(), await customer(), await customer()];
    await link(one, two, 'Rede Curta');
    await link(one, three);
    const erase = (id: number) =>
      db().transaction((tx) => eraseHeld(tx, { ...NOBODY, customerIds: [id] }, fixture.server.deps.now()));
    await erase(one);
    expect(await membersOf(two)).toEqual([two, three]);
    const begun = await group(two);
    await erase(three);
    expect(await group(two)).toBeNull();
    // Its name is not kept where nobody sees it any more.
    expect(await db().$count(customerGroups, eq(customerGroups.id, begun?.id ?? 0))).toBe(0);
  });

  it('is renamed by whoever read it as it is', async () => {
    const [one, two] = [await customer(), await customer()];
    await link(one, two, 'Rede Velha');
    const rename = (nome: string, versao: number) =>
      fixture.call('SUPERVISOR', 'PUT', `${BASE}/${one}/grupo`, { nome, versao });
    expect((await rename('Rede Nova', 1)).status).toBe(200);
    const late = await rename('Rede Tardia', 1);
    expect([late.status, late.body.atual?.estado?.nome]).toEqual([409, 'Rede Nova']);
    expect((await rename(' ', 2)).status).toBe(422);
    expect(await group(two)).toMatchObject({ nome: 'Rede Nova', versao: 2 });
  });

  it('is one at most, whoever links at the same moment', async () => {
    const [one, two, three] = [await customer(), await customer(), await customer()];
    const answers = await Promise.all([link(one, two, 'A'), link(two, three, 'B'), link(three, one, 'C')]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(answers.filter(({ body }) => body.code === 'JA_LIGADOS')).toHaveLength(1);
    expect(await membersOf(one)).toEqual([one, two, three]);
    const left = await Promise.all([leave(one), leave(two), leave(three)]);
    expect(left.filter(({ status }) => status === 200)).toHaveLength(2);
    const empty = await db().$count(
      customerGroups,
      sql`${customerGroups.id} not in (select ${customerGroupMembers.groupId} from ${customerGroupMembers})`,
    );
    expect(empty).toBe(0);
  });

  it('is refused to a customer without a document, and to two who are one already', async () => {
    const [one, prospect] = [await customer(), await fixture.firstContact()];
    expect((await link(one, prospect, 'A')).body.code).toBe('SEM_DOCUMENTO');
    expect((await link(one, one, 'A')).body.code).toBe('MESMO_CLIENTE');
    expect((await link(one, 999_999, 'A')).status).toBe(404);
  });

  it('stays with the customer that another one is merged into, and when that is undone', async () => {
    const [one, two, prospect] = [await customer(), await customer(), await fixture.firstContact()];
    await link(one, two, 'Rede Firme');
    const merged = await fixture.call('SUPERVISOR', 'POST', `${BASE}/${one}/unir`, {
      outro: { id: prospect },
    });
    expect(merged.status).toBe(200);
    // The old code leads to the group as it leads to the customer.
    expect(await membersOf(prospect)).toEqual([one, two]);
    await fixture.call('SUPERVISOR', 'POST', `${BASE}/${one}/desfazer-uniao`, { cliente: prospect });
    expect(await membersOf(one)).toEqual([one, two]);
    expect(await group(prospect)).toBeNull();
  });

  it('is not begun again by taking a merge back after it has ended', async () => {
    const [one, two, alone] = [await customer(), await customer(), await customer()];
    const [back, gone] = [await fixture.firstContact(), await fixture.firstContact()];
    await link(one, two, 'Rede Principal');
    // As one that was linked while it had a document.
    const placed = async (other: number, name: string) => {
      const [begun] = await db().insert(customerGroups).values({ name }).returning();
      await db()
        .insert(customerGroupMembers)
        .values([alone, other].map((id) => ({ customerId: id, groupId: begun?.id ?? 0, since: new Date() })));
    };
    const mergedAndBack = async (other: number, meanwhile: () => Promise<unknown>) => {
      const merged = await fixture.call('SUPERVISOR', 'POST', `${BASE}/${one}/unir`, {
        outro: { id: other },
      });
      await meanwhile();
      const undone = await fixture.call('SUPERVISOR', 'POST', `${BASE}/${one}/desfazer-uniao`, {
        cliente: other,
      });
      expect([merged.status, undone.status]).toEqual([200, 200]);
      expect(await membersOf(one)).toEqual([one, two]);
    };
    await placed(back, 'Rede Que Fica');
    await mergedAndBack(back, async () => {});
    expect(await membersOf(back)).toEqual([alone, back]);
    await leave(back);
    await placed(gone, 'Rede Que Termina');
    await mergedAndBack(gone, () => leave(alone));
    expect([await group(gone), await group(alone)]).toEqual([null, null]);
  });
});

describe('the figures of a group', () => {
  it('stand side by side and add up, exactly', async () => {
    const [one, two] = [await customer(), await customer()];
    await link(one, two, 'Rede Cheia');
    const [branchId] = fixture.branchIds;
    const order = (customerId: number, total: string): typeof orders.$inferInsert => ({
      customerId,
      branchId,
      sellerId: fixture.people.VENDEDOR,
      stage: 'PEDIDO',
      status: 'ENTREGUE',
      total,
    });
    await db()
      .insert(orders)
      .values([
        order(one, '100.10'),
        order(one, '0.20'),
        order(two, '1000000.01'),
        { ...order(two, '77'), status: 'CANCELADO' },
        { ...order(two, '5'), stage: 'ORCAMENTO' },
      ]);
    const [note] = await db()
      .insert(invoices)
      .values({
        key: '7'.repeat(44),
        number: 701,
        customerId: one,
        branchId,
        issuedOn: '2026-01-05',
        total: '30.30',
      })
      .returning();
    await db()
      .insert(invoiceTitles)
      .values([
        { invoiceId: note?.id ?? 0, number: '701/1', dueOn: '2026-02-05', amount: '10.10' },
        { invoiceId: note?.id ?? 0, number: '701/2', dueOn: '2099-02-05', amount: '20.20' },
      ]);
    await db()
      .insert(customerCreditLimits)
      .values([
        { customerId: two, total: '500.50', used: '100.25' },
        { customerId: two, total: '0.50', used: '0' },
      ]);
    await fixture.addTicket({ customerId: two });
    await fixture.addTicket({ customerId: two, status: 'FINALIZADO', finishedAt: new Date() });
    // A cancellation leaves no end behind.
    await fixture.addTicket({ customerId: two, status: 'CANCELADO' });
    const shown = await group(one);
    const of = (id: number) => shown?.membros.find((member) => member.id === id);
    expect(of(one)).toMatchObject({
      pedidos: 2,
      comprado: '100.3000',
      emAberto: '30.3000',
      vencido: '10.1000',
      limite: '0',
      utilizado: '0',
      tickets: 0,
      ultimoPedido: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect(of(two)).toMatchObject({ pedidos: 1, limite: '501.0000', utilizado: '100.2500', tickets: 1 });
    expect(shown?.soma).toMatchObject({ pedidos: 3, tickets: 1 });
    expect(Number(shown?.soma.comprado)).toBe(1_000_100.31);
    // The first tab of the panel says the same.
    const now = await fixture.call('SUPERVISOR', 'GET', `${BASE}/${two}/agora`);
    expect(now.body.data.grupo).toEqual(shown);
    const panel = await fixture.call('SUPERVISOR', 'GET', `${BASE}/${two}`);
    expect(panel.body.data.contadores.tickets).toBe(1);
    await leave(one);
    expect((await fixture.call('SUPERVISOR', 'GET', `${BASE}/${two}/agora`)).body.data).not.toHaveProperty(
      'grupo',
    );
  });

  it('are those that the person may see of each customer, and of those whom they may see', async () => {
    const [near, far, own] = [
      await customer(),
      await customer(1),
      await customer(0, { representativeId: fixture.representativeId }),
    ];
    await link(near, far, 'Rede Mista');
    await link(near, own);
    expect(await membersOf(near, 'OPERADOR')).toEqual([near, own]);
    expect(await membersOf(own, 'REPRESENTANTE')).toEqual([own]);
    const shown = JSON.stringify(await group(near, 'OPERADOR'));
    expect(shown).not.toContain(`"id":${far},`);
    expect((await group(near, 'OPERADOR'))?.soma.pedidos).toBe(0);
    expect((await fixture.call('OPERADOR', 'GET', `${BASE}/${far}/grupo`)).status).toBe(404);
    await granted('OPERADOR', ['CLIENTE', 'CLIENTE_TICKETS_SAC'], async () => {
      const part = await group(near, 'OPERADOR');
      expect(part?.soma).toEqual({ tickets: 0 });
      expect(part?.membros[0]).not.toHaveProperty('limite');
      expect(part?.membros[0]?.documento).toMatch(/^\*{3}\./);
    });
  });
});

describe('the wrong person', () => {
  it('changes no group', async () => {
    const [one, two] = [await customer(), await customer()];
    await link(one, two, 'Rede Alheia');
    for (const who of ['OPERADOR', 'VENDEDOR', 'REPRESENTANTE', 'CONSUMIDOR_FINAL'] as const) {
      const answers = [
        await link(one, two, 'A', who),
        await leave(one, who),
        await fixture.call(who, 'PUT', `${BASE}/${one}/grupo`, { nome: 'A' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    }
    await granted('REPRESENTANTE', [...DEFAULT_GRANTS.REPRESENTANTE, 'CLIENTES_UNIR'], async () => {
      expect((await link(one, fixture.customerIds.first, 'A', 'REPRESENTANTE')).status).toBe(404);
      expect((await leave(one, 'REPRESENTANTE')).status).toBe(404);
    });
    await granted(
      'CONSUMIDOR_FINAL',
      [...DEFAULT_GRANTS.CONSUMIDOR_FINAL, 'CLIENTE', 'CLIENTES_UNIR'],
      async () => {
        const { consumer } = fixture.customerIds;
        expect((await link(consumer, one, 'A', 'CONSUMIDOR_FINAL')).status).toBe(404);
        expect((await leave(consumer, 'CONSUMIDOR_FINAL')).status).toBe(404);
        expect((await fixture.call('CONSUMIDOR_FINAL', 'GET', `${BASE}/${consumer}/grupo`)).status).toBe(404);
      },
    );
    expect(await membersOf(one)).toEqual([one, two]);
  });
});

describe('likely doubles with two documents', () => {
  it('are proposed to be linked, and no more once they are', async () => {
    const phone = '1477770001';
    const [one, two] = [await customer(0, { phone }), await customer(0, { phone })];
    const proposed = async () => {
      const { body } = await fixture.call('SUPERVISOR', 'GET', `${BASE}/duplicados?comDocumentos=true`);
      return body.itens.filter(({ cliente, outro }: { cliente: { id: number }; outro: { id: number } }) =>
        [cliente.id, outro.id].includes(one),
      );
    };
    expect(await proposed()).toMatchObject([
      { cliente: { id: two }, outro: { id: one }, motivos: ['TELEFONE'] },
    ]);
    const toMerge = await fixture.call('SUPERVISOR', 'GET', `${BASE}/duplicados`);
    expect(JSON.stringify(toMerge.body)).not.toContain(`"id":${one},`);
    await link(one, two, 'Rede Ligada');
    expect(await proposed()).toEqual([]);
  });
});

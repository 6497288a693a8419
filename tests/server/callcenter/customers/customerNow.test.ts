import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { CustomerNow } from '#contract/callcenter/customers/customerNow.ts';
import { grantsOf } from '#contract/permissions.ts';
import { addDays, addMonths } from '#contract/rules/time/calendarDate.ts';
import { startOfDay } from '#contract/rules/time/dayRange.ts';
import { DEFAULT_TIME_ZONE } from '#contract/rules/time/zonedTime.ts';
import {
  customerContacts,
  customerCreditLimits,
  invoices,
  invoiceTitles,
  orderItems,
  orders,
  pastOrderItems,
  pastOrders,
  products,
  roles,
} from '#server/db/tables/index.ts';
import { roleFor } from '#server/session/roles.ts';
import { type OrderFixture, orderFixture } from '../orders/orderFixture.ts';

let fixture: OrderFixture;
let rare = 0;
beforeAll(async () => {
  fixture = await orderFixture();
  await fill();
});
afterAll(() => fixture?.server.close());

type Who = keyof OrderFixture['tokens'];
const now = async (who: Who = 'VENDEDOR', id = fixture.customerIds.first) => {
  const { status, body } = await fixture.server.call('GET', `/callcenter/clientes/${id}/agora`, {
    token: fixture.tokens[who],
  });
  return { status, data: body.data as CustomerNow };
};

/** Noon of so many days ago. */
const ago = (days: number) =>
  new Date(startOfDay(addDays(fixture.today, -days), DEFAULT_TIME_ZONE).getTime() + 12 * 3_600_000);

async function order(days: number, lines: readonly number[], part: Partial<typeof orders.$inferInsert> = {}) {
  const { db } = fixture.server.deps;
  const [here] = fixture.branchIds;
  const [row] = await db
    .insert(orders)
    .values({
      stage: 'PEDIDO',
      status: 'ENTREGUE',
      customerId: fixture.customerIds.first,
      branchId: here,
      sellerId: fixture.people.VENDEDOR,
      total: '10.10',
      createdAt: ago(days),
      orderedAt: ago(days),
      ...part,
    })
    .returning({ id: orders.id });
  const orderId = row?.id ?? 0;
  await db.insert(orderItems).values(
    lines.map((productId, index) => ({
      ...{ orderId, line: index + 1, branchId: here, productId, quantity: '1' },
      ...{ listPrice: '5', price: '5', total: '5' },
    })),
  );
  return orderId;
}

/** Every ten days a purchase, the last one fifteen days ago; one product of them only until sixty days ago. */
async function fill() {
  const { db } = fixture.server.deps;
  const [here, there] = fixture.branchIds;
  const [product] = await db
    .insert(products)
    .values({ code: 'P2', description: 'Filtro de papel', brand: 'Serra', price: '5' })
    .returning({ id: products.id });
  rare = product?.id ?? 0;
  const [ended] = await db
    .insert(products)
    .values({ code: 'P3', description: 'Fora de linha', brand: 'Serra', price: '5', inactive: true })
    .returning({ id: products.id });
  for (const days of [95, 85, 75, 65]) await order(days, [fixture.productId, rare, ended?.id ?? 0]);
  for (const days of [55, 45, 35, 25, 15]) await order(days, [fixture.productId]);
  await order(1, [rare], { status: 'CANCELADO' });
  await order(2, [rare], { branchId: there, total: '999' });
  const [past] = await db
    .insert(pastOrders)
    .values({
      ...{ branchId: here, number: 'E-9', customerId: fixture.customerIds.first, total: '7.77' },
      ...{ orderedOn: addDays(fixture.today, -105) },
    })
    .returning({ id: pastOrders.id });
  await db
    .insert(pastOrderItems)
    .values({ orderId: past?.id ?? 0, line: 1, productId: rare, quantity: '1', price: '5' });
  await db.insert(customerContacts).values([
    { customerId: fixture.customerIds.first, name: 'Ana Sócia', role: 'Sócia', phone: '1133334444' },
    { customerId: fixture.customerIds.first, name: 'Zilda', role: 'Compradora', mobile: '11987654321' },
  ]);
  await fixture.quote({ total: '20.30' });
  await fixture.quote({ total: '99', status: 'PERDIDO' });
  await fixture.quote({ total: '99', branchId: there });
  const [invoice] = await db
    .insert(invoices)
    .values({
      ...{ key: 'AGORA1', number: 900, customerId: fixture.customerIds.first, branchId: here },
      ...{ issuedOn: fixture.today, itemCount: 1, total: '30' },
    })
    .returning({ id: invoices.id });
  await db.insert(invoiceTitles).values(
    [-40, -30, 30].map((days, index) => ({
      ...{ invoiceId: invoice?.id ?? 0, number: `900/${index}`, amount: '10.05' },
      dueOn: addDays(fixture.today, days),
    })),
  );
  await db
    .insert(customerCreditLimits)
    .values({ customerId: fixture.customerIds.first, total: '100', used: '40.5' });
}

describe('customer on the line', () => {
  it('is told by the last order that is repeated, the rhythm, and what stands open', async () => {
    const { data } = await now();
    expect(data.contato).toMatchObject({ nome: 'Zilda', cargo: 'Compradora' });
    expect(data.compras).toMatchObject({ ritmo: 10, haDias: 15, ultimo: { valor: '10.1000' } });
    expect(data.orcamentos).toEqual({ quantidade: 1, valor: '20.3000' });
    expect(data.vencidos).toEqual({
      quantidade: 2,
      valor: '20.1000',
      desde: addDays(fixture.today, -40),
    });
    expect(data.credito).toEqual({
      temLimite: true,
      limite_disponivel: '59.5',
      credito_disponivel: '0',
    });
  });

  it('bought each month what their orders of the month add up to, here and elsewhere', async () => {
    const months = (await now()).data.compras?.meses ?? [];
    expect(months.map(({ mes }) => mes)).toEqual(
      Array.from({ length: 12 }, (_, index) =>
        addMonths(`${fixture.today.slice(0, 7)}-01`, index - 11).slice(0, 7),
      ),
    );
    const sum = (field: 'pedidos') => months.reduce((total, month) => total + month[field], 0);
    expect(sum('pedidos')).toBe(10);
    expect(months.reduce((total, { valor }) => total + Math.round(Number(valor) * 10_000), 0)).toBe(
      9 * 101_000 + 77_700,
    );
  });

  it('stopped what was bought regularly and can still be sold, by the orders that the person may see', async () => {
    const { data } = await now();
    expect(data.compras?.deixouDeComprar).toEqual([
      {
        ...{ idProd: rare, codigo: 'P2', produto: 'Filtro de papel', ritmo: 10 },
        ultima: addDays(fixture.today, -65),
      },
    ]);
    // The other branch sold it two days ago, which a manager sees.
    expect((await now('GERENTE')).data.compras?.deixouDeComprar).toEqual([]);
    expect((await now('GERENTE')).data.compras?.haDias).toBe(2);
  });

  it('is out of scope like an unknown one, and shown to no consumer', async () => {
    expect((await now('VENDEDOR', fixture.customerIds.second)).status).toBe(404);
    expect((await now('CONSUMIDOR_FINAL')).status).toBe(403);
  });

  it('shows each part only with its right', async () => {
    const { db } = fixture.server.deps;
    const roleId = await roleFor(db, 'OPERADOR');
    await db
      .update(roles)
      .set({ grants: grantsOf(['CLIENTE', 'CLIENTE_TICKETS_SAC']) })
      .where(eq(roles.id, roleId));
    const { data } = await now('OPERADOR');
    expect(Object.keys(data)).toEqual(['tickets']);
  });

  it('who bought nothing has nothing of it', async () => {
    const { data } = await now('GERENTE', fixture.customerIds.second);
    expect(data).toMatchObject({
      ...{ contato: null, vencidos: { quantidade: 0, desde: null }, credito: { temLimite: false } },
      compras: { ultimo: null, ritmo: null, haDias: null, deixouDeComprar: [] },
      orcamentos: { quantidade: 0 },
    });
    expect(data.compras?.meses).toHaveLength(12);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import {
  customerLog,
  deliveryAddresses,
  orderItems,
  orders,
  paymentPlans,
  products,
} from '#server/db/tables/index.ts';
import { CASH, type OrderFixture, orderFixture } from './orderFixture.ts';

let fixture: OrderFixture;
beforeAll(async () => {
  fixture = await orderFixture();
});
afterAll(() => fixture?.server.close());

const db = () => fixture.server.deps.db;
const rowOf = async (id: number) => (await db().select().from(orders).where(eq(orders.id, id)))[0];
const begun = async (method: 'GET' | 'POST', path: string) => {
  const { body } = await fixture.server.call(method, `/callcenter/pedidos/${path}`, {
    token: fixture.tokens.VENDEDOR,
    ...(method === 'POST' && { body: {} }),
  });
  const [logged] = await db()
    .select()
    .from(customerLog)
    .where(eq(customerLog.itemId, body.data.id))
    .orderBy(desc(customerLog.id));
  return { row: await rowOf(body.data.id), message: body.data.message as string, logged: logged?.text };
};
const addressOf = async (customerId: number) => {
  const place = { cep: '13010000', street: 'Rua A', number: '1', district: 'Centro', city: 'Campinas' };
  const [row] = await db()
    .insert(deliveryAddresses)
    .values({ ...place, state: 'SP', customerId })
    .returning();
  return row?.id ?? 0;
};

describe('quote begun from an order', () => {
  it('has neither terms that are not used any more nor products that left the catalogue', async () => {
    const [plan] = await db()
      .insert(paymentPlans)
      .values({ name: 'Antigo', percent: '-20', active: false })
      .returning();
    const [gone] = await db()
      .insert(products)
      .values({ code: 'P2', description: 'Moedor', brand: 'Serra', price: '90', inactive: true })
      .returning();
    const deliveryAddressId = await addressOf(fixture.customerIds.first);
    const id = await fixture.quote({
      paymentPlanId: plan?.id ?? 0,
      deliveryAddressId,
      stage: 'PEDIDO',
      status: 'ANALISE',
    });
    const [line] = await db().select().from(orderItems).where(eq(orderItems.orderId, id));
    if (!line || !gone) throw new Error('the order has no line');
    await db().update(orderItems).set({ price: '8' }).where(eq(orderItems.id, line.id));
    await db()
      .insert(orderItems)
      .values({ ...line, id: undefined, line: 2, productId: gone.id });
    const kept = { paymentPlanId: null, paymentMethodId: CASH.method, deliveryAddressId };
    const copy = await begun('GET', `${id}/duplicar`);
    expect(copy.row).toMatchObject({ ...kept, itemCount: 1, subtotal: '20.0000' });
    for (const text of [copy.message, copy.logged])
      expect(text).toMatch(
        /Não pode ser mantido, escolha de novo: plano de pagamento\. Saiu de linha e ficou de fora: Moedor\. 1 preço mudou desde a proposta: Café torrado$/,
      );
    const addition = await begun('POST', `${id}/inclusao`);
    expect(addition.row).toMatchObject({ ...kept, itemCount: 0 });
    expect(addition.message).toMatch(/escolha de novo: plano de pagamento$/);
  });

  it('is not delivered to an address that another customer has', async () => {
    const deliveryAddressId = await addressOf(fixture.customerIds.second);
    const copy = await begun('GET', `${await fixture.quote({ deliveryAddressId })}/duplicar`);
    expect(copy.row?.deliveryAddressId).toBeNull();
    expect(copy.message).toMatch(/escolha de novo: endereço de entrega\./);
  });

  it('says nothing of terms and products that are in use', async () => {
    const id = await fixture.quote();
    const copy = await begun('GET', `${id}/duplicar`);
    expect(copy.message).toMatch(
      new RegExp(`criado como cópia do orçamento ${id}\\. 1 preço mudou desde a proposta: Café torrado$`),
    );
    expect(copy.row).toMatchObject({ paymentPlanId: CASH.plan, itemCount: 1, subtotal: '19.6000' });
  });
});

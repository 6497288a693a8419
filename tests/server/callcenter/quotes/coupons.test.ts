import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { expireOrders } from '#server/callcenter/orders/expire.ts';
import { coupons, customers, orders } from '#server/db/tables/index.ts';
import { type OrderFixture, orderFixture } from '../orders/orderFixture.ts';

let fixture: OrderFixture;
beforeAll(async () => {
  fixture = await orderFixture();
});
afterAll(() => fixture?.server.close());

const db = () => fixture.server.deps.db;
const as = (who: 'VENDEDOR' | 'GERENTE', method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  fixture.server.call(method, `/callcenter/${path}`, { token: fixture.tokens[who], ...(body && { body }) });
const rowOf = async (id: number) => (await db().select().from(orders).where(eq(orders.id, id)))[0];

describe('use of a coupon', () => {
  const usesOf = async (id: number) => (await db().select().from(coupons).where(eq(coupons.id, id)))[0]?.uses;
  async function coupon(code: string, maxUses: number) {
    const [row] = await db()
      .insert(coupons)
      .values({ code, percent: '10', startsOn: '2020-01-01', endsOn: '2999-01-01', maxUses })
      .returning();
    return row?.id ?? 0;
  }
  const put = (id: number, codigo: string) => as('VENDEDOR', 'POST', `orcamentos/${id}/cupons`, { codigo });

  it('is returned once by a quote that is lost, deleted or expired', async () => {
    const id = await coupon('VOLTA', 5);
    const [lost, gone, late] = [await fixture.quote(), await fixture.quote(), await fixture.quote()];
    for (const quote of [lost, gone, late]) await put(quote, 'VOLTA');
    expect(await usesOf(id)).toBe(3);
    await as('VENDEDOR', 'PUT', `orcamentos/${lost}/1`, {});
    await as('GERENTE', 'DELETE', `orcamentos/${gone}`);
    await db()
      .update(orders)
      .set({ validUntil: addDays(fixture.today, -1) })
      .where(eq(orders.id, late));
    await expireOrders(fixture.server.deps);
    expect(await usesOf(id)).toBe(0);
    await as('GERENTE', 'DELETE', `orcamentos/${late}`);
    expect(await usesOf(id)).toBe(0);
  });

  it('is judged by its conditions when it is used, renewed, handed over and ordered', async () => {
    const limits = { startsOn: '2020-01-01', endsOn: '2999-01-01', percent: '10' };
    await db()
      .insert(coupons)
      .values([
        { code: 'PRIMEIRA', firstPurchase: true, ...limits },
        { code: 'RETORNO', returningDays: 30, ...limits },
        { code: 'UMAVEZ', oncePerCustomer: true, ...limits },
      ]);
    const [one, other] = [await fixture.quote(), await fixture.quote()];
    const customerId = (await rowOf(one))?.customerId ?? 0;
    await db()
      .update(orders)
      .set({ status: 'CANCELADO' })
      .where(and(eq(orders.customerId, customerId), eq(orders.stage, 'PEDIDO')));
    const bought = (day: string | null) =>
      db().update(customers).set({ lastPurchaseOn: day }).where(eq(customers.id, customerId));
    await bought(null);
    expect((await put(one, 'RETORNO')).body.code).toBe('CUPOM_RETORNO');
    expect((await put(one, 'PRIMEIRA')).status).toBe(200);
    expect((await put(other, 'UMAVEZ')).status).toBe(200);
    await bought(addDays(fixture.today, -5));
    const saved = await as('VENDEDOR', 'POST', `orcamentos/${one}/pedido`, {});
    expect(saved.body.motivos).toContainEqual({
      codigo: 'CUPOM_PRIMEIRA_COMPRA',
      mensagem: expect.stringContaining('Retire-o do orçamento.'),
    });
    expect((await put(one, '')).status).toBe(200);
    expect((await put(one, 'UMAVEZ')).body.code).toBe('CUPOM_JA_USADO');
    expect((await put(one, 'PRIMEIRA')).body.code).toBe('CUPOM_PRIMEIRA_COMPRA');
    await bought(null);
    await put(one, 'PRIMEIRA');
    await bought(fixture.today);
    await db()
      .update(orders)
      .set({ validUntil: addDays(fixture.today, -1) })
      .where(eq(orders.id, one));
    await expireOrders(fixture.server.deps);
    const renewed = await as('VENDEDOR', 'PUT', `orcamentos/${one}/renovar`, {});
    expect(renewed.body.data.message).toContain('sem o cupom PRIMEIRA. Cupom PRIMEIRA: Este cupom é para a');
    expect(await rowOf(one)).toMatchObject({ couponId: null, couponDiscount: '0.0000' });
    await bought(null);
  });

  it('is taken again by one of two quotes renewed at once; the other continues without', async () => {
    const id = await coupon('UMA', 1);
    const late = { validUntil: addDays(fixture.today, -1) };
    const both = [await fixture.quote(), await fixture.quote()];
    for (const quote of both) {
      await put(quote, 'UMA');
      await db().update(orders).set(late).where(eq(orders.id, quote));
      await expireOrders(fixture.server.deps);
    }
    expect(await usesOf(id)).toBe(0);
    const answers = await Promise.all(
      both.map((quote) => as('VENDEDOR', 'PUT', `orcamentos/${quote}/renovar`, {})),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.filter(({ body }) => body.data.message.includes('sem o cupom UMA'))).toHaveLength(1);
    expect(await usesOf(id)).toBe(1);
    const held = (await Promise.all(both.map(rowOf))).filter((row) => row?.couponId === id);
    expect(held).toMatchObject([{ couponDiscount: '1.9600' }]);
  });
});

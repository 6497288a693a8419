import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import { DEFAULT_GRANTS, grantsOf, type Permission } from '#contract/permissions.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import {
  customerLog,
  customers,
  deliveryAddresses,
  orderItems,
  orders,
  packagings,
  pastOrderItems,
  pastOrders,
  paymentPlans,
  people,
  priceTables,
  productLinks,
  productStock,
  products,
  roles,
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

const repeat = (idCli: number, token = fixture.tokens.VENDEDOR, idempotencyKey?: string) =>
  fixture.server.call('POST', `/callcenter/clientes/${idCli}/repetir-ultimo-pedido`, {
    token,
    body: {},
    ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
  });
const product = async (part: Partial<typeof products.$inferInsert>, stock = '50') => {
  const [row] = await db()
    .insert(products)
    .values({ code: 'X', description: 'X', brand: 'Serra', price: '10', ...part })
    .returning();
  const productId = row?.id ?? 0;
  await db().insert(productStock).values({ productId, branchId: fixture.branchIds[0], quantity: stock });
  return productId;
};
const linesOf = async (id: number) =>
  db().select().from(orderItems).where(eq(orderItems.orderId, id)).orderBy(orderItems.line);

describe('last order repeated', () => {
  it('is refused to the wrong people, and for a customer without an order', async () => {
    const { first, second } = fixture.customerIds;
    expect((await repeat(first, fixture.tokens.CONSUMIDOR_FINAL)).status).toBe(403);
    // Neither the representative's customer nor one of the seller's branch.
    for (const token of [fixture.tokens.REPRESENTANTE, fixture.tokens.VENDEDOR])
      expect((await repeat(second, token)).status).toBe(404);
    expect((await repeat(first, fixture.tokens.REPRESENTANTE)).body).toMatchObject({ code: 'SEM_PEDIDO' });
    expect((await repeat(999_999)).status).toBe(404);
    await fixture.quote({ stage: 'PEDIDO', status: 'CANCELADO' });
    expect((await repeat(first)).body).toMatchObject({ code: 'SEM_PEDIDO' });
  });

  it("is a quote at today's prices that says what changed and what is missing, once for one key", async () => {
    const mill = await product({ code: 'MOE-1', description: 'Moedor antigo', price: '90', inactive: true });
    const newMill = await product({ code: 'MOE-2', description: 'Moedor novo', price: '95' });
    const soldOut = await product({ code: 'MOE-3', description: 'Moedor esgotado', price: '70' }, '0');
    const cup = await product({ code: 'COPO', description: 'Copo', price: '1' });
    const gift = await product({ code: 'BRINDE', description: 'Brinde', price: '5' });
    const [six] = await db()
      .insert(packagings)
      .values({
        productId: newMill,
        name: 'Caixa 6',
        unit: 'CX',
        conversionFactor: '6',
        priceFactor: '6',
        standard: true,
      })
      .returning();
    const [plan] = await db().insert(paymentPlans).values({ name: 'Velho', active: false }).returning();
    for (const otherId of [newMill, soldOut])
      await db().insert(productLinks).values({ productId: mill, otherId, kind: 'SIMILAR' });
    const id = await fixture.quote({
      stage: 'PEDIDO',
      status: 'ENTREGUE',
      paymentPlanId: plan?.id ?? 0,
      orderNote: 'Entregar na sexta',
      createdAt: new Date(fixture.server.deps.now().getTime() - 1000),
    });
    const [line] = await linesOf(id);
    if (!line) throw new Error('the order has no line');
    await db().update(orderItems).set({ price: '4', listPrice: '4' }).where(eq(orderItems.id, line.id));
    const more = (number: number, part: Partial<typeof orderItems.$inferInsert>) =>
      db()
        .insert(orderItems)
        .values({ ...line, id: undefined, line: number, ...part });
    await more(2, { productId: mill, quantity: '7' });
    await more(3, { productId: soldOut, quantity: '1' });
    await more(4, { productId: cup, quantity: '2' });
    await more(5, { productId: gift, bonus: true });
    await db()
      .insert(packagings)
      .values({ productId: cup, name: 'Pacote', unit: 'UN', multiple: '5', standard: true });

    const { first } = fixture.customerIds;
    const answer = await repeat(first, undefined, 'repetir-1');
    expect(answer.status).toBe(200);
    const { data } = answer.body;
    expect(data.origem).toMatchObject({ id, numero: String(id) });
    expect(data.escolherDeNovo).toEqual(['plano de pagamento']);
    expect(data.mudancas).toContainEqual(
      expect.objectContaining({ produto: 'Café torrado', tipo: 'PRECO', de: '4', para: '10' }),
    );
    expect(data.ajustes).toEqual(['Copo: de 2 unidades para 5 unidades, porque se vende de 5 em 5.']);
    const missing = data.faltam.map(({ produto, motivo, similares }: never) => [
      produto,
      motivo,
      (similares as { produto: { id: number }; qtde: string }[]).map((each) => [each.produto.id, each.qtde]),
    ]);
    // Seven of what is gone fit into two boxes of six; what is sold out is not proposed.
    expect(missing).toEqual([
      ['Moedor antigo', 'FORA_DE_LINHA', [[newMill, '2']]],
      ['Moedor esgotado', 'SEM_ESTOQUE', []],
      ['Brinde', 'BONIFICADO', []],
    ]);
    expect(six?.productId).toBe(newMill);
    const lines = await linesOf(data.id);
    expect(
      lines.map(({ productId, price, quantity }) => [productId, Number(price), Number(quantity)]),
    ).toEqual([
      [fixture.productId, 10, 2],
      [cup, 1, 5],
    ]);
    expect(await rowOf(data.id)).toMatchObject({
      stage: 'ORCAMENTO',
      groupId: null,
      orderNote: '',
      paymentMethodId: CASH.method,
      sellerId: fixture.people.VENDEDOR,
      itemCount: 2,
      subtotal: '25.0000',
    });
    const again = await repeat(first, undefined, 'repetir-1');
    expect(again.body.data.id).toBe(data.id);
    expect(await db().$count(orders, eq(orders.stage, 'ORCAMENTO'))).toBe(1);
  });

  it('holds no more than stock and the maximum per order give, line after line', async () => {
    const few = await product({ code: 'POUCO', description: 'Peneira' }, '5');
    const most = await product({ code: 'MAXIMO', description: 'Prensa' });
    const other = await product({ code: 'OUTRA', description: 'Prensa nova' });
    await db().insert(productLinks).values({ productId: most, otherId: other, kind: 'SIMILAR' });
    await db().update(productStock).set({ maxPerOrder: '3' }).where(eq(productStock.productId, most));
    const id = await fixture.quote({ stage: 'PEDIDO', status: 'ENTREGUE' });
    const [line] = await linesOf(id);
    if (!line) throw new Error('the order has no line');
    for (const [number, productId, quantity] of [
      [2, few, '4'],
      [3, few, '4'],
      [4, most, '6'],
    ] as const)
      await db()
        .insert(orderItems)
        .values({ ...line, id: undefined, line: number, productId, quantity });
    const { body } = await repeat(fixture.customerIds.first);
    expect(body.data.faltam).toMatchObject([
      { idProd: few, motivo: 'RECUSADO', texto: expect.stringMatching(/em estoque/) },
      {
        idProd: most,
        motivo: 'RECUSADO',
        texto: 'A quantidade máxima por pedido é 3 unidades.',
        similares: [{ produto: { id: other }, qtde: '6' }],
      },
    ]);
    expect(
      (await linesOf(body.data.id)).map(({ productId, quantity }) => [productId, Number(quantity)]),
    ).toEqual([
      [fixture.productId, 2],
      [few, 4],
    ]);
  });

  it("is at the branch, table and representative of today's customer", async () => {
    const { first } = fixture.customerIds;
    const [old] = await db().insert(priceTables).values({ code: 'ANT', name: 'Antiga' }).returning();
    const [current] = await db().insert(priceTables).values({ code: 'ATU', name: 'Atual' }).returning();
    await fixture.quote({ stage: 'PEDIDO', status: 'ENTREGUE', priceTableId: old?.id ?? 0 });
    const [before] = await db().select().from(customers).where(eq(customers.id, first));
    await db()
      .update(customers)
      .set({ priceTableId: current?.id ?? 0, representativeId: null })
      .where(eq(customers.id, first));
    const { body } = await repeat(first);
    expect(body.data.ajustes).toContain('Os preços são os da tabela de hoje do cliente.');
    expect(await rowOf(body.data.id)).toMatchObject({
      priceTableId: current?.id,
      representativeId: null,
      branchId: fixture.branchIds[0],
    });
    await db()
      .update(customers)
      .set({ priceTableId: before?.priceTableId ?? null, representativeId: before?.representativeId ?? null })
      .where(eq(customers.id, first));
  });

  it('leaves lines at another branch only to those who sell from it', async () => {
    const [, other] = fixture.branchIds;
    await db().insert(productStock).values({ productId: fixture.productId, branchId: other, quantity: '50' });
    const id = await fixture.quote({ stage: 'PEDIDO', status: 'ENTREGUE' });
    await db().update(orderItems).set({ branchId: other }).where(eq(orderItems.orderId, id));
    const branchesFor = async (token: string) => {
      const { body } = await repeat(fixture.customerIds.first, token);
      expect(body.data.origem).toMatchObject({ id });
      return (await linesOf(body.data.id)).map(({ branchId }) => branchId);
    };
    expect(await branchesFor(fixture.tokens.VENDEDOR)).toEqual([fixture.branchIds[0]]);
    expect(await branchesFor(fixture.tokens.GERENTE)).toEqual([other]);
  });

  it('takes an order of another system if that is newer', async () => {
    const cup = await product({ code: 'COPO-2', description: 'Copo de vidro', price: '3' });
    const mill = await product({ code: 'MOE-9', description: 'Moedor de 1999', inactive: true });
    const dozen = await product({ code: 'COPO-3', description: 'Copo de papel', price: '2' });
    await db()
      .insert(packagings)
      .values({ productId: dozen, name: 'Pacote', unit: 'UN', multiple: '6', standard: true });
    const { first } = fixture.customerIds;
    const earlier = new Date(fixture.server.deps.now().getTime() - 3 * 86_400_000);
    await db().update(orders).set({ createdAt: earlier }).where(eq(orders.customerId, first));
    const [past] = await db()
      .insert(pastOrders)
      .values({
        branchId: fixture.branchIds[0],
        number: 'ERP-77',
        customerId: first,
        orderedOn: fixture.today,
        total: '9',
      })
      .returning();
    await db()
      .insert(pastOrderItems)
      .values([
        { orderId: past?.id ?? 0, line: 1, productId: cup, unit: 'UN', quantity: '3', price: '2' },
        { orderId: past?.id ?? 0, line: 3, productId: dozen, unit: 'UN', quantity: '4', price: '2' },
        { orderId: past?.id ?? 0, line: 2, productId: mill, unit: 'UN', quantity: '1', price: '2' },
      ]);
    const { body } = await repeat(first);
    expect(body.data.origem).toMatchObject({ id: null, numero: 'ERP-77' });
    expect((await linesOf(body.data.id)).map(({ productId, price }) => [productId, Number(price)])).toEqual([
      [cup, 3],
      [dozen, 2],
    ]);
    expect(body.data.ajustes).toEqual([
      'Copo de papel: de 4 unidades para 6 unidades, porque se vende de 6 em 6.',
    ]);
    expect(body.data.faltam).toMatchObject([{ idProd: mill, motivo: 'FORA_DE_LINHA' }]);

    // Newer ones that were cancelled, or are of a branch that the seller does not sell from.
    const [own, foreign] = fixture.branchIds;
    const orderedOn = addDays(fixture.today, 1);
    const newer = { customerId: first, orderedOn, total: '9' };
    await db()
      .insert(pastOrders)
      .values([
        { ...newer, branchId: own, number: 'ERP-88', status: 'CANCELADO' as const },
        { ...newer, branchId: foreign, number: 'ERP-99' },
      ]);
    expect((await repeat(first)).body.data.origem).toMatchObject({ numero: 'ERP-77' });
    // Who does not see the orders of customers repeats their own.
    const [seller] = await db()
      .select({ roleId: people.roleId })
      .from(people)
      .where(eq(people.id, fixture.people.VENDEDOR));
    const without = (DEFAULT_GRANTS.VENDEDOR as readonly Permission[]).filter(
      (each) => each !== 'CLIENTE_PEDIDOS',
    );
    const role = eq(roles.id, seller?.roleId ?? 0);
    const [before] = await db().select().from(roles).where(role);
    await db()
      .update(roles)
      .set({ grants: grantsOf(without) })
      .where(role);
    const { data } = (await repeat(first)).body;
    await db()
      .update(roles)
      .set({ grants: before?.grants ?? [] })
      .where(role);
    expect(data?.origem).toMatchObject({ id: expect.any(Number) });
  });
});

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

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import {
  orderItems,
  orders,
  packagings,
  parameters,
  paymentPlans,
  priceNegotiations,
  priceTables,
  productPrices,
} from '#server/db/tables/index.ts';
import { type OrderFixture, orderFixture } from '../orders/orderFixture.ts';

let fixture: OrderFixture;
let dearer: number;
let dearest: number;
beforeAll(async () => {
  fixture = await orderFixture();
  const plans = await fixture.server.deps.db
    .insert(paymentPlans)
    .values([
      { name: 'Depois', days: [0], percent: '1.5' },
      { name: 'Bem depois', days: [0], percent: '4' },
    ])
    .returning();
  [dearer = 0, dearest = 0] = plans.map(({ id }) => id);
});
afterAll(() => fixture?.server.close());

type Who = 'VENDEDOR' | 'SUPERVISOR';
const as = (who: Who, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  fixture.server.call(method, `/callcenter/${path}`, { token: fixture.tokens[who], ...(body && { body }) });

describe('authorised price under a dearer plan', () => {
  let id: number;
  let item: number;
  const save = (change: object) => as('VENDEDOR', 'PUT', `orcamentos/${id}/autosave`, change);
  const ask = (preco = '7') =>
    as('VENDEDOR', 'POST', 'precos-negociados', { idPedido: id, itens: [{ idItem: item, preco }] });
  const authorize = (negotiation: number) =>
    as('SUPERVISOR', 'PUT', 'precos-negociados', { itens: [{ id: negotiation }] });
  const toOrder = () => as('VENDEDOR', 'POST', `orcamentos/${id}/pedido`, {});

  /** R$ 7 instead of R$ 9,80 under the first plan. */
  beforeEach(async () => {
    const { db } = fixture.server.deps;
    id = await fixture.quote({}, '1');
    const [line] = await db.select().from(orderItems).where(eq(orderItems.orderId, id));
    item = line?.id ?? 0;
    await authorize((await ask()).body.data.id);
  });

  it('is saved as pending: which line, which minimum, why and what to do', async () => {
    const { status, body } = await save({ idPlano: dearer });
    expect(status).toBe(200);
    expect(body.data.itens[0]).toMatchObject({ preco: '7', negociacao: null });
    expect(body.data.itens[0].precoARenovar).toMatch(
      /^Café torrado: o preço autorizado de R\$\s7,00 vale com .+, e o plano agora é Depois \(\+1,50%\)\. Sem negociar, o menor preço é R\$\s[\d,]+\.$/,
    );
    expect(body.data.pendencias.join()).toContain('Peça o preço de novo ou volte ao de tabela.');
    const refused = await toOrder();
    expect([refused.status, refused.body.code]).toEqual([422, 'NEGOCIACAO_EXIGIDA']);
    expect(refused.body.error).toContain('Café torrado');
  });

  it('can be requested again at the same price, and the approver sees the condition', async () => {
    await save({ idPlano: dearer });
    const again = await ask();
    expect(again.status).toBe(200);
    const { itens } = (await as('SUPERVISOR', 'GET', `precos-negociados/${id}/detalhes`)).body.data;
    expect(itens[0].condicao).toBe('Depois (+1,50%)');
    // An even more expensive plan while the request is pending; it can be saved as well.
    expect((await save({ idPlano: dearest })).status).toBe(200);
    expect((await save({ idPlano: dearer })).status).toBe(200);
    expect((await authorize(again.body.data.id)).body.sucesso).toEqual([again.body.data.id]);
    const { data } = (await as('VENDEDOR', 'GET', `orcamentos/${id}/carrinho`)).body;
    expect([data.itens[0].precoARenovar, data.pendencias]).toEqual([null, []]);
    expect((await toOrder()).status).toBe(200);
  });

  it('cannot be sold after the renewal was denied; the old condition stays valid', async () => {
    await save({ idPlano: dearer });
    const again = await ask();
    const denied = `precos-negociados?ids=${again.body.data.id}&motivo=Caro`;
    expect((await as('SUPERVISOR', 'DELETE', denied)).status).toBe(200);
    expect((await toOrder()).body.code).toBe('NEGOCIACAO_EXIGIDA');
    expect((await save({ idPlano: 1 })).body.data.itens[0].precoARenovar).toBeNull();
    expect((await toOrder()).status).toBe(200);
  });

  it('stays when the line is edited, and cannot be typed under the dearer plan', async () => {
    await save({ idPlano: dearer });
    const noted = await save({ itens: [{ id: item, observacao: 'Sem plástico' }] });
    expect(noted.body.data.itens[0]).toMatchObject({ preco: '7', observacao: 'Sem plástico' });
    const typed = await save({ itens: [{ id: item, preco: '6' }] });
    expect([typed.status, typed.body.code]).toEqual([422, 'NEGOCIACAO_EXIGIDA']);
    expect(typed.body.error).toContain('em Café torrado');
  });

  it('cannot be requested again while it is valid', async () => {
    expect((await ask()).status).toBe(422);
  });
});

describe('authorised price at another quantity', () => {
  it('holds from half to all of it, keeps the price meanwhile, says why, and is not sold beyond', async () => {
    const { db } = fixture.server.deps;
    const id = await fixture.quote({}, '4');
    const [line] = await db.select().from(orderItems).where(eq(orderItems.orderId, id));
    const item = line?.id ?? 0;
    const asked = await as('VENDEDOR', 'POST', 'precos-negociados', {
      idPedido: id,
      itens: [{ idItem: item, preco: '7' }],
    });
    await as('SUPERVISOR', 'PUT', 'precos-negociados', { itens: [{ id: asked.body.data.id }] });
    const take = async (qtde: string) =>
      (await as('VENDEDOR', 'PUT', `orcamentos/${id}/autosave`, { itens: [{ id: item, qtde }] })).body.data
        .itens[0];
    expect(await take('2')).toMatchObject({ preco: '7', precoARenovar: null, negociacao: 'A' });
    expect(await take('1')).toMatchObject({
      preco: '7',
      precoARenovar: expect.stringMatching(/é para 4 UN e vale a partir de 2 UN, e agora são 1 UN\./),
      negociacao: null,
    });
    const typed = await as('VENDEDOR', 'PUT', `orcamentos/${id}/autosave`, {
      itens: [{ id: item, preco: '7.1' }],
    });
    expect(typed.body.code).toBe('NEGOCIACAO_EXIGIDA');
    expect(await take('5')).toMatchObject({
      preco: '7',
      precoARenovar: expect.stringMatching(/é para até 4 UN, e agora são 5 UN\./),
    });
    const refused = await as('VENDEDOR', 'POST', `orcamentos/${id}/pedido`, {});
    expect([refused.status, refused.body.code]).toEqual([422, 'NEGOCIACAO_EXIGIDA']);
    expect(await take('4')).toMatchObject({ precoARenovar: null, negociacao: 'A' });
  });
});

describe('authorised price of a packaging', () => {
  const backfill = async () => {
    const sql = await readFile('server/db/migrations/0056_authorized_packs.sql', 'utf8');
    const updates = sql.split('--> statement-breakpoint').filter((each) => /^update/m.test(each));
    for (const update of updates) await fixture.server.deps.db.execute(update);
  };

  it('is not that of another one with as much in it, and requests of before say which they were for', async () => {
    const { db } = fixture.server.deps;
    const { productId } = fixture;
    const [plain, gift] = await db
      .insert(packagings)
      .values([
        { productId, name: 'Caixa', unit: 'CX', conversionFactor: '6', priceFactor: '6' },
        { productId, name: 'Presente', unit: 'KIT', conversionFactor: '6', priceFactor: '9' },
      ])
      .returning();
    const id = await fixture.quote({}, '1');
    const lines = async () => (await as('VENDEDOR', 'GET', `orcamentos/${id}/carrinho`)).body.data.itens;
    const save = (item: object) => as('VENDEDOR', 'PUT', `orcamentos/${id}/autosave`, { itens: [item] });
    const item = (await lines())[0].id;
    await save({ id: item, idEmb: plain?.id });
    const asked = await as('VENDEDOR', 'POST', 'precos-negociados', {
      idPedido: id,
      itens: [{ idItem: item, preco: '40' }],
    });
    await as('SUPERVISOR', 'PUT', 'precos-negociados', { itens: [{ id: asked.body.data.id }] });
    expect((await lines())[0]).toMatchObject({ preco: '40', negociacao: 'A' });
    // As it was stored before packagings were.
    const own = eq(priceNegotiations.id, asked.body.data.id);
    await db.update(priceNegotiations).set({ units: null, packagingId: null, priceFactor: null }).where(own);
    await backfill();
    const [stored] = await db.select().from(priceNegotiations).where(own);
    expect(stored).toMatchObject({ units: '6.000', packagingId: plain?.id, priceFactor: '6.000' });
    const given = await save({ id: item, idEmb: gift?.id });
    expect(given.body.data.itens[0]).toMatchObject({ preco: '88.2', negociacao: null });
    await db.delete(packagings).where(eq(packagings.productId, productId));
  });
});

describe('another price table', () => {
  it('lowers the floor by no door, unless the role may choose it or somebody who leads did', async () => {
    const { db } = fixture.server.deps;
    const [table] = await db
      .insert(priceTables)
      .values({ code: 'DISTRIB', name: 'Distribuidor' })
      .returning({ id: priceTables.id });
    const tableId = table?.id ?? 0;
    await db
      .insert(productPrices)
      .values({ productId: fixture.productId, priceTableId: tableId, price: '6' });
    const id = await fixture.quote({}, '1');
    const choose = (who: Who, way: string) =>
      as(who, 'PUT', `orcamentos/${id}${way}`, { idTabelaPreco: tableId });
    const refused = await choose('VENDEDOR', '/autosave');
    expect([refused.status, refused.body.code]).toEqual([422, 'TABELA_NAO_PERMITIDA']);
    const choices = async (who: Who) =>
      (await as(who, 'GET', `orcamentos/${id}/opcoes`)).body.data.tabelas.map(
        ({ desc }: { desc: string }) => desc,
      );
    expect(await choices('VENDEDOR')).not.toContain('Distribuidor');
    expect(await choices('SUPERVISOR')).toContain('Distribuidor');
    expect((await choose('SUPERVISOR', '/autosave')).status).toBe(200);
    // The decision was for this quote: a copy by the seller begins with the customer's table.
    const copy = (await as('VENDEDOR', 'GET', `pedidos/${id}/duplicar`)).body.data;
    expect(copy.message).toContain('escolha de novo: tabela de preços');
    const [copied] = await db.select().from(orders).where(eq(orders.id, copy.id));
    expect(copied?.priceTableId).toBeNull();
    await as('SUPERVISOR', 'POST', `orcamentos/${id}/transferir`, {
      clienteId: fixture.customerIds.consumer,
    });
    const [moved] = await db.select().from(orders).where(eq(orders.id, id));
    expect(moved?.priceTableId).toBeNull();
    await db
      .insert(parameters)
      .values({ area: 'CALLCENTER', key: 'tabelasPorPapel', value: { VENDEDOR: 'distrib' }, branchId: 0 });
    expect((await choose('VENDEDOR', '/autosave')).status).toBe(200);
    await db.delete(parameters).where(eq(parameters.key, 'tabelasPorPapel'));
  });
});

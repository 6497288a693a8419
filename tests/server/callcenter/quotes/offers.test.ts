import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { followAllTaxes } from '#server/callcenter/orderCore/totals.ts';
import { followAllPackagings } from '#server/callcenter/quoteEditing/repackedLines.ts';
import {
  coupons,
  customerBranches,
  customers,
  orderItems,
  orders,
  packagings,
  paymentPlans,
  productLinks,
  productStock,
  products,
} from '#server/db/tables/index.ts';
import { CASH } from '../orders/orderFixture.ts';
import {
  box,
  call,
  db,
  expectSumsStored,
  id,
  loose,
  openQuotes,
  persons,
  product,
  save,
  server,
  setParameter,
} from './quoteFixture.ts';

openQuotes();

const priceOf = (price: string) => db().update(products).set({ price }).where(eq(products.id, product));
const taxesOf = (taxPercents: object) =>
  db().update(products).set({ taxPercents }).where(eq(products.id, product));
const flexIs = (flex: string) =>
  db().update(customers).set({ flex }).where(eq(customers.id, persons.customerIds.first));
const cart = async (quote: number) => (await call('GET', `orcamentos/${quote}/carrinho`)).body.data;
const ordered = (quote: number) => call('POST', `orcamentos/${quote}/pedido`, {});
const rowOf = async (quote: number) => (await db().select().from(orders).where(eq(orders.id, quote)))[0];
const choose = async (quote: number, usar: 'HOJE' | 'MANTER') => {
  const { itens, versao } = await cart(quote);
  const chosen = itens.map((item: { id: number }) => ({ id: item.id, usar }));
  const answer = await call('PUT', `orcamentos/${quote}/proposta`, { versao, itens: chosen });
  if (answer.status === 200) await expectSumsStored(quote);
  return answer;
};
const kindsOf = (data: { mudancas: { tipo: string }[] }) => data.mudancas.map(({ tipo }) => tipo);

beforeEach(async () => {
  await setParameter('descontoMaximoVendedor', '0');
  await priceOf('10');
  await taxesOf({ ipi: '5', icms: '18' });
  await flexIs('0');
  await db().update(productStock).set({ quantity: '100000', reserved: '0' });
  await db().update(paymentPlans).set({ percent: '0', minimum: '0' });
  // Every test counts the flex of its own quotes alone.
  await db().update(orders).set({ status: 'PERDIDO' }).where(sql`${orders.id} <> ${id}`);
  await save({
    idCobranca: CASH.method,
    idPlano: CASH.plan,
    itens: [{ idProd: product, idEmb: loose, qtde: '10' }],
  });
});

describe('taxes of a quote', () => {
  it('follow today’s fiscal data in every view, are frozen by the order, and move nothing afterwards', async () => {
    await taxesOf({ ipi: '10', icms: '18' });
    expect(await cart(id)).toMatchObject({ vlSubTot: '100.0000', vlImpostos: '10.0000', vlTot: '110.0000' });
    expect(kindsOf(await cart(id))).toEqual(['IMPOSTO']);
    const view = (await call('GET', `orcamentos/${id}`)).body.data;
    expect(view).toMatchObject({ vlImpostos: '10.0000', vlTot: '110.0000' });
    expect(view.itens[0].vlImpostos).toBe('10');
    expect((await call('GET', `orcamentos/calcular-impostos/${id}`)).body.data).toMatchObject({
      ipi: '10',
      icms: '18',
      total: '10',
    });
    await followAllTaxes(server.deps);
    expect(await rowOf(id)).toMatchObject({ taxTotal: '10.0000', total: '110.0000' });
    expect((await ordered(id)).status).toBe(200);
    await taxesOf({ ipi: '20' });
    await followAllTaxes(server.deps);
    expect(await rowOf(id)).toMatchObject({ taxTotal: '10.0000', total: '110.0000' });
    expect(await cart(id)).toMatchObject({ vlImpostos: '10.0000', vlTot: '110.0000', mudancas: [] });
  });
});

describe('a price that moved under an open quote', () => {
  it('is seen, and the untouched line is ordered as proposed', async () => {
    await priceOf('15');
    const data = await cart(id);
    expect(data.itens[0]).toMatchObject({ preco: '10', precoTabela: '10', percDesc: '0', precoMinimo: '10' });
    expect(data.flexUsado).toBe('0');
    expect(data.mudancas[0]).toMatchObject({
      tipo: 'PRECO',
      de: '10',
      para: '15',
      vale: 'PROPOSTO',
      impede: false,
    });
    expect(data.mudancas[0].texto).toMatch(
      /^A tabela passou de R\$\s10,00 para R\$\s15,00 em \d\d\/\d\d às \d\d:\d\d\.$/,
    );
    expect((await call('GET', `orcamentos/${id}/mudancas`)).body.data).toMatchObject({
      totalProposto: '105',
      totalHoje: '157.5',
    });
    expect((await ordered(id)).status).toBe(200);
    expect((await rowOf(id))?.subtotal).toBe('100.0000');
  });

  it('prices a touched line by today, and a refusal names what changed and when', async () => {
    await save({ itens: [{ id: (await cart(id)).itens[0].id, preco: '11' }] });
    await priceOf('15');
    const item = (await cart(id)).itens[0].id;
    const refused = await save({ itens: [{ id: item, qtde: '11' }] });
    expect([refused.status, refused.body.code]).toEqual([422, 'NEGOCIACAO_EXIGIDA']);
    expect(refused.body.error).toMatch(
      /^A tabela passou de R\$\s10,00 para R\$\s15,00 em .* às .*\. O menor preço/,
    );
    expect(
      (await save({ itens: [{ id: item, observacao: 'Entregar cedo' }] })).body.data.itens[0].preco,
    ).toBe('11');
    const followed = await save({ itens: [{ id: item, qtde: '11', preco: null }] });
    expect(followed.body.data.itens[0]).toMatchObject({ preco: '15', precoMinimo: '15' });
  });

  it('can be kept or taken line by line', async () => {
    await priceOf('15');
    expect((await choose(id, 'MANTER')).body.data.mudancas[0]).toMatchObject({
      visto: true,
      vale: 'PROPOSTO',
    });
    await priceOf('16');
    expect((await cart(id)).mudancas[0]).toMatchObject({ visto: false });
    const today = await choose(id, 'HOJE');
    expect(today.body.data).toMatchObject({ vlSubTot: '160.0000', mudancas: [] });
    const body = { versao: today.body.data.versao, itens: [{ id: 999_999, usar: 'HOJE' }] };
    expect((await call('PUT', `orcamentos/${id}/proposta`, body)).status).toBe(404);
  });

  describe('for another content of its packaging', () => {
    const contentIs = (conversionFactor: string, priceFactor: string) =>
      db().update(packagings).set({ conversionFactor, priceFactor }).where(eq(packagings.id, box));
    const boxOf = async () => (await cart(id)).itens[0];
    /** Two boxes of 12 at a price that somebody typed, which hold 24 since. */
    beforeEach(async () => {
      await save({
        itens: [
          { id: (await cart(id)).itens[0].id, removido: true },
          { idProd: product, idEmb: box, qtde: '2', preco: '130' },
        ],
      });
      await contentIs('24', '23');
    });
    afterEach(() => contentIs('12', '11.5'));

    it('is today’s in box, cart, view and totals alike, and may not be kept', async () => {
      const data = await cart(id);
      expect(data.mudancas).toMatchObject([
        {
          tipo: 'EMBALAGEM',
          de: '12.000',
          para: '24.000',
          vale: 'HOJE',
          escolhas: ['HOJE'],
          impede: false,
          texto: expect.stringMatching(
            /^A embalagem passou de 12 para 24 unidades\. Vale o preço de hoje: R\$\s207,00 em vez de R\$\s130,00\.$/,
          ),
        },
      ]);
      expect(data.itens[0]).toMatchObject({ preco: '207', vlTot: '414', oferta: { vale: false } });
      expect(data).toMatchObject({ vlSubTot: '414.0000', vlImpostos: '20.7000', vlTot: '434.7000' });
      const view = (await call('GET', `orcamentos/${id}`)).body.data;
      expect(view).toMatchObject({ vlSubTot: '414.0000', vlTot: '434.7000' });
      expect(view.itens[0]).toMatchObject({ vlUnit: '207', vlTot: '414', vlTabela: '230' });
      expect((await call('GET', `orcamentos/${id}/mudancas`)).body.data).toMatchObject({
        totalProposto: '434.7',
        totalHoje: '434.7',
      });
      expect((await choose(id, 'MANTER')).body.code).toBe('DADOS_INVALIDOS');
      expect((await choose(id, 'HOJE')).body.data).toMatchObject({ vlTot: '434.7000', mudancas: [] });
    });

    it('is ordered at today’s', async () => {
      expect((await ordered(id)).status).toBe(200);
      expect(await rowOf(id)).toMatchObject({ subtotal: '414.0000', total: '434.7000' });
    });

    it('is told until somebody decides, and does not come back with the next change of the line', async () => {
      const noted = await save({ obsCliente: 'Entregar cedo' });
      expect(noted.body.data).toMatchObject({ vlTot: '434.7000' });
      expect(kindsOf(noted.body.data)).toEqual(['EMBALAGEM']);
      const more = await save({ itens: [{ id: (await boxOf()).id, qtde: '4' }] });
      expect(more.body.data).toMatchObject({ vlSubTot: '828.0000', mudancas: [] });
    });

    it('follows in lists as soon as others wrote the packaging', async () => {
      await followAllPackagings(server.deps);
      expect(await rowOf(id)).toMatchObject({ subtotal: '414.0000', version: (await cart(id)).versao });
      expect(kindsOf(await cart(id))).toEqual(['EMBALAGEM']);
    });

    it('gives way to a price that somebody authorised for what it holds now', async () => {
      const { id: item } = await boxOf();
      const leader = await server.sessionOf(persons.people.SUPERVISOR);
      const asked = await call('POST', 'precos-negociados', {
        idPedido: id,
        itens: [{ idItem: item, preco: '150' }],
      });
      const request = { itens: [{ id: asked.body.data.id }] };
      expect((await call('PUT', 'precos-negociados', request, leader)).body.sucesso).toHaveLength(1);
      expect(await boxOf()).toMatchObject({ preco: '150', negociacao: 'A' });
      expect((await ordered(id)).status).toBe(200);
      expect((await rowOf(id))?.subtotal).toBe('300.0000');
    });
  });

  it('is judged by today once the offer is older than its validity, whatever the quote’s', async () => {
    await db()
      .update(orderItems)
      .set({ offer: sql`${orderItems.offer} || '{"until":"2020-01-01"}'` })
      .where(eq(orderItems.orderId, id));
    await priceOf('15');
    const refused = await ordered(id);
    expect([refused.status, refused.body.code]).toEqual([422, 'NEGOCIACAO_EXIGIDA']);
    expect(refused.body.error).toContain('A tabela passou de');
    const data = await cart(id);
    expect(data.mudancas.every(({ impede }: { impede: boolean }) => impede)).toBe(true);
    expect((await choose(id, 'MANTER')).status).toBe(422);
    await choose(id, 'HOJE');
    expect((await ordered(id)).status).toBe(200);
  });

  it('is today’s when the validity is moved on beyond what the offer gave', async () => {
    await priceOf('15');
    const { dtVal } = await cart(id);
    const renewed = await save({ dtVal: addDays(dtVal, 1) });
    expect(renewed.body.data).toMatchObject({ vlSubTot: '150.0000' });
    expect(renewed.body.data.avisos.join()).toMatch(/os preços são os de hoje. 1 preço mudou/);
    expect(renewed.body.data.mudancas[0]).toMatchObject({
      tipo: 'PRECO',
      de: '10',
      para: '15',
      vale: 'HOJE',
    });
  });

  it('is the one typed in the same change that moves the validity on', async () => {
    await priceOf('15');
    const { dtVal, itens } = await cart(id);
    const renewed = await save({ dtVal: addDays(dtVal, 1), itens: [{ id: itens[0].id, preco: '16' }] });
    expect(renewed.body.data).toMatchObject({ vlSubTot: '160.0000', mudancas: [] });
  });
});

describe('a new offer at today’s prices', () => {
  const isToday = async (quote: number) => {
    const data = await cart(quote);
    expect(data).toMatchObject({ vlSubTot: '150.0000' });
    expect(data.mudancas[0]).toMatchObject({
      tipo: 'PRECO',
      de: '10',
      para: '15',
      escolhas: ['MANTER', 'HOJE'],
    });
    await expectSumsStored(quote);
    return data;
  };

  it.each(['15', '5'])('is a copy, whether the table rose or fell: %s', async (price) => {
    await priceOf(price);
    const copy = (await call('GET', `pedidos/${id}/duplicar`)).body.data;
    expect(copy.message).toContain('1 preço mudou desde a proposta');
    expect((await cart(copy.id)).vlSubTot).toBe(`${Number(price) * 10}.0000`);
    expect((await choose(copy.id, 'MANTER')).status).toBe(price === '15' ? 422 : 200);
  });

  it('is a renewed quote', async () => {
    await priceOf('15');
    await db().update(orders).set({ status: 'VENCIDO', validUntil: '2020-01-01' }).where(eq(orders.id, id));
    const renewed = await call('PUT', `orcamentos/${id}/renovar`, {});
    expect(renewed.body.data.message).toContain('1 preço mudou desde a proposta: Tinta base fosca');
    await isToday(id);
    await db().update(orders).set({ status: 'VENCIDO', validUntil: '2020-01-01' }).where(eq(orders.id, id));
    const again = await call('PUT', `orcamentos/${id}/renovar`, {});
    expect(again.body.data.message).not.toContain('mudou');
    await isToday(id);
    expect((await choose(id, 'HOJE')).body.data.mudancas).toEqual([]);
  });

  it.each(['RENEWED', 'TRANSFERRED'])('decides whether the coupon stays when it is %s', async (door) => {
    await db()
      .insert(coupons)
      .values({ code: door, percent: '10', startsOn: '2020-01-01', endsOn: '2999-01-01', minimum: '120' });
    const other = persons.customerIds.second;
    await db()
      .insert(customerBranches)
      .values({ customerId: other, branchId: persons.branchIds[0] })
      .onConflictDoNothing();
    const manager = await server.sessionOf(persons.people.GERENTE);
    await save({ itens: [{ idProd: product, idEmb: loose, qtde: '5' }] });
    expect((await call('POST', `orcamentos/${id}/cupons`, { codigo: door })).status).toBe(200);
    await priceOf('5');
    if (door === 'RENEWED') await db().update(orders).set({ status: 'VENCIDO' }).where(eq(orders.id, id));
    const moved =
      door === 'RENEWED'
        ? await call('PUT', `orcamentos/${id}/renovar`, {})
        : await call('POST', `orcamentos/${id}/transferir`, { clienteId: other }, manager);
    expect(moved.body.data.message).toMatch(/cupom.*R\$\s120,00/);
    expect(await rowOf(id)).toMatchObject({ couponId: null, subtotal: '75.0000', couponDiscount: '0.0000' });
  });

  it.each([
    ['PUT', 'liberar-b2b', 'PUT', 'recuperar-b2b'],
    ['GET', 'liberar-fv', 'GET', 'recuperar'],
  ] as const)('is a quote recovered by %s %s, %s %s', async (...[release, away, recover, back]) => {
    await db().update(orders).set({ status: 'ATIVO' }).where(eq(orders.id, id));
    const body = (method: string) => (method === 'PUT' ? {} : undefined);
    expect((await call(release, `orcamentos/${id}/${away}`, body(release))).status).toBe(200);
    await priceOf('15');
    expect((await call(recover, `orcamentos/${id}/${back}`, body(recover))).status).toBe(200);
    await isToday(id);
  });

  it('is a quote that goes to another customer', async () => {
    await priceOf('15');
    const other = persons.customerIds.second;
    await db()
      .insert(customerBranches)
      .values({ customerId: other, branchId: persons.branchIds[0] })
      .onConflictDoNothing();
    const manager = await server.sessionOf(persons.people.GERENTE);
    const moved = await call('POST', `orcamentos/${id}/transferir`, { clienteId: other }, manager);
    expect(moved.status).toBe(200);
    await isToday(id);
  });

  it('holds in an order that goes back in time, and is today’s after its validity', async () => {
    expect((await ordered(id)).status).toBe(200);
    await priceOf('15');
    await db().update(orders).set({ status: 'AGUARDANDO' }).where(eq(orders.id, id));
    const back = await call('GET', `pedidos/${id}/orcamento`);
    expect([back.status, (await cart(id)).vlSubTot]).toEqual([200, '100.0000']);
    expect((await ordered(id)).status).toBe(200);
    await db()
      .update(orders)
      .set({ status: 'AGUARDANDO', validUntil: '2020-01-01' })
      .where(eq(orders.id, id));
    await db()
      .update(orderItems)
      .set({ offer: sql`${orderItems.offer} || '{"until":"2020-01-01"}'` })
      .where(eq(orderItems.orderId, id));
    await call('GET', `pedidos/${id}/orcamento`);
    await isToday(id);
  });

  it('proposes similar products for one that is missing', async () => {
    const [other] = await db()
      .insert(products)
      .values({ code: '1002', description: 'Tinta base brilho', brand: 'Casa Clara', price: '12' })
      .returning();
    await db()
      .insert(productLinks)
      .values({ productId: product, otherId: other?.id ?? 0, kind: 'SIMILAR' });
    await db().update(products).set({ inactive: true }).where(eq(products.id, product));
    const copy = (await call('GET', `pedidos/${id}/duplicar`)).body.data;
    await db().update(products).set({ inactive: false }).where(eq(products.id, product));
    expect(copy.message).toContain(
      'Saiu de linha e ficou de fora: Tinta base fosca (similares: Tinta base brilho)',
    );
  });
});

describe('flex of a customer', () => {
  it('is counted over all open quotes and orders at once', async () => {
    await flexIs('10');
    const line = (await cart(id)).itens[0].id;
    expect((await save({ itens: [{ id: line, preco: '9.2' }] })).status).toBe(200);
    const second = (await call('POST', 'orcamentos', { idCli: persons.customerIds.first })).body.data.id;
    const lower = (preco: string) =>
      call('PUT', `orcamentos/${second}/autosave`, {
        versao: 1,
        itens: [{ idProd: product, idEmb: loose, qtde: '10', preco }],
      });
    const refused = await lower('9.2');
    expect([refused.status, refused.body.code]).toEqual([422, 'NEGOCIACAO_EXIGIDA']);
    expect(refused.body.error).toMatch(/Outros orçamentos e pedidos dele já usam R\$\s8,00/);
    expect((await lower('9.8')).status).toBe(200);
    expect((await cart(second)).cliente.flexEmOutros).toBe('8');
    await flexIs('5');
    expect((await ordered(id)).body.code).toBe('NEGOCIACAO_EXIGIDA');
  });
});

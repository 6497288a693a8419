import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, desc, eq } from 'drizzle-orm';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import {
  carriers,
  customerLog,
  customers,
  freightLegs,
  freightRoutes,
  freightTypes,
  orderItems,
  orders,
  parameters,
  priceNegotiations,
  products,
} from '#server/db/tables/index.ts';
import { type OrderFixture, orderFixture } from '../orders/orderFixture.ts';

let fixture: OrderFixture;
let cif: number;
let fob: number;
let carrierId: number;

beforeAll(async () => {
  fixture = await orderFixture();
  await rates();
});
afterAll(() => fixture?.server.close());

const db = () => fixture.server.deps.db;
type Who = keyof OrderFixture['tokens'];
const as = (who: Who, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  fixture.server.call(method, `/callcenter/${path}`, { token: fixture.tokens[who], ...(body && { body }) });
const rowOf = async (id: number) => (await db().select().from(orders).where(eq(orders.id, id)))[0];
const lastLog = async (id: number) =>
  (
    await db()
      .select()
      .from(customerLog)
      .where(eq(customerLog.itemId, id))
      .orderBy(desc(customerLog.id))
      .limit(1)
  )[0]?.text;
const setParameter = (key: string, value: unknown) =>
  db()
    .insert(parameters)
    .values({ area: 'CALLCENTER', key, value, branchId: 0 })
    .onConflictDoUpdate({ target: [parameters.area, parameters.key, parameters.branchId], set: { value } });

/** One carrier: R$ 40 to São Paulo, R$ 5 to Campinas, plus a price per kilogram; the customer is in São Paulo. */
async function rates() {
  const types = await db().select().from(freightTypes);
  cif = types.find(({ buyerPays, own }) => !buyerPays && !own)?.id ?? 0;
  fob = types.find(({ buyerPays }) => buyerPays)?.id ?? 0;
  await db().update(products).set({ netWeight: '1' }).where(eq(products.id, fixture.productId));
  await db()
    .update(customers)
    .set({ address: { uf: 'SP', cidade: 'São Paulo', ibge: '3550308', cep: '01310100' } })
    .where(eq(customers.id, fixture.customerIds.first));
  await db().update(carriers).set({ active: false });
  const [carrier] = await db()
    .insert(carriers)
    .values({ legalName: 'Rápido', tradeName: 'Rápido', cnpj: '11222333000181' })
    .returning();
  carrierId = carrier?.id ?? 0;
  const base = { freightTypeId: cif, state: 'SP', weekdays: 'NSSSSSN', carrierId };
  const made = await db()
    .insert(freightRoutes)
    .values([
      { ...base, ibge: '3550308' },
      { ...base, ibge: '3509502' },
    ])
    .returning();
  const leg = { sequence: 1, mode: 'Rodoviário', origin: 'SP', tableName: 'A', tableKind: 'Peso', days: 2 };
  await db()
    .insert(freightLegs)
    .values([
      { ...leg, routeId: made[0]?.id ?? 0, fixed: '38', perKilo: '1' },
      { ...leg, routeId: made[1]?.id ?? 0, fixed: '5' },
    ]);
}

describe('freight of a quote', () => {
  const quoted = (part = {}) => fixture.quote({ freightTypeId: cif, ...part });
  const ask = (id: number, query = 'uf=SP&cidade=3550308', who: Who = 'VENDEDOR') =>
    as(who, 'GET', `transporte/cotacao/${id}?${query}&idTipoFrete=${cif}&peso=0.01&total=1`);
  const save = (id: number, body: object, who: Who = 'VENDEDOR') =>
    as(who, 'PUT', `orcamentos/${id}/autosave`, body);
  const lineOf = async (id: number) =>
    (await db().select().from(orderItems).where(eq(orderItems.orderId, id)))[0]?.id;

  it("is the carrier's price for the goods of the quote, whatever the browser sends", async () => {
    const id = await quoted();
    const { body } = await ask(id);
    // Two kilograms, although the call said ten grams.
    expect(body).toMatchObject({ consulta: null, cotacoes: [{ valor: '40.00', selecionavel: true }] });
    const { selo } = body.cotacoes[0];
    const saved = await save(id, { frete: { selo, valorOriginal: '1', idTransp: 999_999, prazo: 0 } });
    expect(saved.body.data).toMatchObject({ vlFrete: '40.0000', vlFreteOriginal: '40.0000' });
    expect(await lastLog(id)).toMatch(/^Frete escolhido: Rápido até São Paulo\/SP por R\$\s40,00/);
    expect((await rowOf(id))?.carrierId).toBe(carrierId);
  });

  it('is rejected without its seal, with a forged or foreign one, or after the quote changed', async () => {
    const [id, other] = [await quoted(), await quoted()];
    const { body } = await ask(id);
    const { selo } = body.cotacoes[0];
    const [text, mark] = selo.split('.');
    const cheaper = JSON.parse(Buffer.from(text, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...cheaper, price: '0.01' })).toString('base64url');
    expect((await save(id, { frete: { valorOriginal: '50', valorPagar: '50' } })).status).toBe(422);
    expect((await save(id, { frete: { selo: `${forged}.${mark}` } })).body.code).toBe('FRETE_DESCONHECIDO');
    expect((await save(other, { frete: { selo } })).body.code).toBe('FRETE_DESATUALIZADO');
    expect((await save(id, { frete: { selo } }, 'REPRESENTANTE')).status).toBe(200);
    await save(id, { itens: [{ id: await lineOf(id), qtde: '3' }] });
    expect((await save(id, { frete: { selo } })).body.code).toBe('FRETE_DESATUALIZADO');
    const there = await quoted({ branchId: fixture.branchIds[1], customerId: fixture.customerIds.second });
    expect((await ask(there)).status).toBe(404);
  });

  it('to another place or of another kind is only informative, even where freight can be waived', async () => {
    const id = await quoted();
    const away = (await ask(id, 'uf=SP&cidade=3509502')).body;
    expect(away).toMatchObject({
      consulta: expect.stringContaining('não é o lugar da entrega'),
      outroDestino: true,
      seloManual: null,
      cotacoes: [{ valor: '5.00', selecionavel: false, selo: null }],
    });
    expect((await ask(id, 'cepEntrega=99999999')).body).toMatchObject({ seloManual: null });
    await db().update(orders).set({ freightTypeId: null }).where(eq(orders.id, id));
    expect((await ask(id)).body.consulta).toContain('tipo de frete');
    await setParameter('permiteAbonarFrete', true);
    const free = await quoted();
    expect((await ask(free, 'uf=SP&cidade=3509502')).body).toMatchObject({
      outroDestino: true,
      seloManual: null,
      cotacoes: [{ selecionavel: false, selo: null }],
    });
    await setParameter('permiteAbonarFrete', false);
  });

  it('blocks the order while it is for another place than the delivery', async () => {
    const id = await quoted();
    await save(id, { frete: { selo: (await ask(id)).body.cotacoes[0].selo } });
    const [customer] = await db().select().from(customers);
    const moved = { uf: 'SP', cidade: 'Campinas', ibge: '3509502', cep: '13010000' };
    await db().update(customers).set({ address: moved });
    const reported = /^O frete foi calculado até São Paulo\/SP, e a entrega é em Campinas\/SP\./;
    const { data } = (await as('VENDEDOR', 'GET', `orcamentos/${id}/carrinho`)).body;
    expect(data.pendencias).toEqual([expect.stringMatching(reported)]);
    const refused = await as('VENDEDOR', 'POST', `orcamentos/${id}/pedido`, {});
    expect([refused.body.code, refused.body.error]).toEqual([
      'FRETE_DE_OUTRO_DESTINO',
      expect.stringMatching(reported),
    ]);
    const { selo } = (await ask(id, 'uf=SP&cidade=3509502')).body.cotacoes[0];
    expect((await save(id, { frete: { selo } })).body.data.pendencias).toEqual([]);
    expect((await as('VENDEDOR', 'POST', `orcamentos/${id}/pedido`, {})).status).toBe(200);
    await db().update(customers).set({ address: customer?.address });
  });

  it('is lowered only where the branch allows it, with a log entry', async () => {
    const id = await quoted();
    const { selo } = (await ask(id)).body.cotacoes[0];
    expect((await save(id, { frete: { selo, valorPagar: '39.99' } })).body).toMatchObject({
      code: 'FRETE_ABONADO',
      errors: { 'frete.valorPagar': expect.stringContaining('40,00') },
    });
    await setParameter('permiteAbonarFrete', true);
    expect((await save(id, { frete: { selo, valorPagar: '10' } })).body.data.vlFrete).toBe('10.0000');
    expect(await lastLog(id)).toMatch(/cliente paga R\$\s10,00, abonado de R\$\s40,00/);
    await setParameter('permiteAbonarFrete', false);
  });

  it('by hand must not be below the offers, names a carrier of the customer, and is marked', async () => {
    const id = await quoted();
    const { seloManual: selo } = (await ask(id)).body;
    const hand = { selo, idTransp: carrierId, prazo: 4, valorOriginal: '45' };
    expect((await save(id, { frete: { ...hand, valorOriginal: '39' } })).body.code).toBe(
      'FRETE_ABAIXO_DAS_OFERTAS',
    );
    expect((await save(id, { frete: { selo } })).body.errors).toHaveProperty(['frete.idTransp']);
    expect((await save(id, { frete: { ...hand, idTransp: 999_999 } })).status).toBe(404);
    const saved = await save(id, { frete: hand });
    expect(saved.body.data).toMatchObject({ vlFrete: '45.0000', freteManual: true });
    expect(await lastLog(id)).toMatch(/^Frete informado à mão: Rápido/);
  });

  it('can be entered by hand when no carrier answers for the place', async () => {
    await db().update(freightRoutes).set({ active: false });
    const id = await quoted();
    const { cotacoes, seloManual: selo } = (await ask(id)).body;
    expect(cotacoes).toEqual([]);
    const saved = await save(id, { frete: { selo, idTransp: carrierId, prazo: 4, valorOriginal: '7' } });
    expect(saved.body.data.vlFrete).toBe('7.0000');
    await db().update(freightRoutes).set({ active: true });
  });

  it('loses its exemption when the goods shrink, and is requested again when they grow', async () => {
    await setParameter('minimoIsencaoFrete', '30');
    const id = await quoted();
    const line = await lineOf(id);
    await save(id, { itens: [{ id: line, qtde: '3' }] });
    const { selo } = (await ask(id)).body.cotacoes[0];
    expect((await save(id, { frete: { selo } })).body.data).toMatchObject({ vlFrete: '0.0000' });
    const fewer = (await save(id, { itens: [{ id: line, qtde: '2' }] })).body.data;
    expect(fewer).toMatchObject({ vlFrete: '41.0000', vlTot: '61.0000' });
    expect(fewer.avisos).toEqual([expect.stringMatching(/deixou de ser isento.*R\$\s41,00/)]);
    await setParameter('minimoIsencaoFrete', '1000');
    const more = (await save(id, { itens: [{ id: line, qtde: '8' }] })).body.data;
    expect(more.pendencias).toEqual([expect.stringContaining('Calcule o frete de novo')]);
    const refused = await as('VENDEDOR', 'POST', `orcamentos/${id}/pedido`, {});
    expect(refused.body.motivos).toContainEqual(expect.objectContaining({ codigo: 'FRETE_DESATUALIZADO' }));
    await db().delete(parameters).where(eq(parameters.key, 'minimoIsencaoFrete'));
  });

  it('is removed for another kind, also one that the buyer pays, another carrier or a pickup', async () => {
    for (const change of [{ idTipoFrete: fob }, { idTransportadora: null }, { retira: true }]) {
      const id = await quoted();
      const { selo } = (await ask(id)).body.cotacoes[0];
      await save(id, { frete: { selo } });
      const { data } = (await save(id, change)).body;
      expect(data).toMatchObject({ vlFrete: '0.0000', vlFreteOriginal: '0.0000' });
      expect(data.avisos).toEqual([expect.stringContaining('O frete calculado foi retirado')]);
    }
  });
});

describe('typed input of a quote', () => {
  const save = async (id: number, change: object) =>
    (await as('VENDEDOR', 'PUT', `orcamentos/${id}/autosave`, change)).body.data;

  it('keeps the price of a line when its packaging is sent again unchanged', async () => {
    const id = await fixture.quote({}, '5');
    const [item] = await db().select().from(orderItems).where(eq(orderItems.orderId, id));
    await save(id, { itens: [{ id: item?.id, preco: '9.77' }] });
    const { itens } = await save(id, { itens: [{ id: item?.id, idEmb: 0, qtde: '6' }] });
    expect(itens[0]).toMatchObject({ idEmb: 0, qtde: '6', preco: '9.77' });
  });

  it('is stored without characters that the database cannot hold', async () => {
    const id = await fixture.quote();
    expect(await save(id, { obsPedido: 'Portão\u0000 azul' })).toMatchObject({ obsPedido: 'Portão azul' });
    await setParameter('usaCupom', true);
    const coupon = await as('VENDEDOR', 'POST', `orcamentos/${id}/cupons`, { codigo: 'A\u0000' });
    expect(coupon.body.code).toBe('CUPOM_INVALIDO');
  });
});

describe('authorised price', () => {
  /** Five at an authorised R$ 7 instead of R$ 9,80 under the plan. */
  async function authorized() {
    const id = await fixture.quote({}, '5');
    const [line] = await db().select().from(orderItems).where(eq(orderItems.orderId, id));
    const item = line?.id ?? 0;
    const itens = [{ idItem: item, preco: '7' }];
    const requested = await as('VENDEDOR', 'POST', 'precos-negociados', { idPedido: id, itens });
    await as('SUPERVISOR', 'PUT', 'precos-negociados', { itens: [{ id: requested.body.data.id }] });
    return { id, item };
  }
  const priceOf = async (id: number) =>
    (await db().select().from(orderItems).where(eq(orderItems.orderId, id)))[0]?.price;

  it('stays with its quote: a copy has the list price, and says so', async () => {
    const { id } = await authorized();
    const { data } = (await as('VENDEDOR', 'GET', `pedidos/${id}/duplicar`)).body;
    expect(data.message).toContain('Café torrado');
    expect([await priceOf(id), await priceOf(data.id)]).toEqual(['7.0000', '9.8000']);
    expect((await rowOf(data.id))?.subtotal).toBe('49.0000');
  });

  it('is dropped for another customer, and for a quote that was released', async () => {
    const moved = await authorized();
    const to = fixture.customerIds.consumer;
    const transfer = await as('GERENTE', 'POST', `orcamentos/${moved.id}/transferir`, { clienteId: to });
    expect([transfer.status, transfer.body.data?.message]).toEqual([
      200,
      expect.stringContaining('Café torrado'),
    ]);
    const freed = await authorized();
    await as('GERENTE', 'PUT', `orcamentos/${freed.id}/liberar-b2b`, {});
    const back = await as('GERENTE', 'PUT', `orcamentos/${freed.id}/recuperar-b2b`, {});
    expect(back.body.data.message).toContain('Café torrado');
    for (const { id } of [moved, freed]) {
      expect(await priceOf(id)).toBe('9.8000');
      expect(
        await db().$count(
          priceNegotiations,
          and(eq(priceNegotiations.orderId, id), eq(priceNegotiations.status, 'A')),
        ),
      ).toBe(0);
    }
  });

  it('ends after the standard validity of a quote, however long its own is', async () => {
    const { id } = await authorized();
    const long = { validUntil: addDays(fixture.today, 200) };
    await db().update(orders).set(long).where(eq(orders.id, id));
    const decidedAt = new Date(fixture.server.deps.now().getTime() - 9 * 86_400_000);
    await db().update(priceNegotiations).set({ decidedAt }).where(eq(priceNegotiations.orderId, id));
    const { data } = (await as('VENDEDOR', 'GET', `orcamentos/${id}/carrinho`)).body;
    expect(data.pendencias).toEqual([
      expect.stringMatching(/^Café torrado: o preço autorizado de R\$\s7,00 valia até /),
    ]);
    const saved = await as('VENDEDOR', 'POST', `orcamentos/${id}/pedido`, {});
    expect(saved.body.motivos).toContainEqual(expect.objectContaining({ codigo: 'NEGOCIACAO_EXIGIDA' }));
  });
});

describe('log of a deleted quote', () => {
  it('is visible only to people who could see the quote', async () => {
    const [hidden, seen] = [
      await fixture.quote({ branchId: fixture.branchIds[1], representativeId: null }),
      await fixture.quote(),
    ];
    for (const id of [hidden, seen]) await as('GERENTE', 'DELETE', `orcamentos/${id}`);
    const read = async (who: Who) => {
      const path = `clientes/${fixture.customerIds.first}/registro-atividade?take=50`;
      const { body } = await as(who, 'GET', path);
      return body.itens.map(({ itemId }: { itemId: number }) => itemId);
    };
    for (const who of ['VENDEDOR', 'REPRESENTANTE'] as const) {
      expect(await read(who)).toContain(seen);
      expect(await read(who)).not.toContain(hidden);
    }
    expect(await read('GERENTE')).toEqual(expect.arrayContaining([hidden, seen]));
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import {
  agendas,
  campaignProducts,
  campaigns,
  customerBranches,
  goals,
  invoiceItems,
  invoices,
  orderItems,
  productStock,
  products,
} from '#server/db/tables/index.ts';
import { type OrderFixture, orderFixture } from '../callcenter/orders/orderFixture.ts';

let fixture: OrderFixture;
beforeAll(async () => {
  fixture = await orderFixture();
});
afterAll(() => fixture?.server.close());

type Who = keyof OrderFixture['tokens'];
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const db = () => fixture.server.deps.db;
const as = (who: Who, method: Method, path: string, body?: object) =>
  fixture.server.call(method, `/callcenter/${path}`, { token: fixture.tokens[who], ...(body && { body }) });

const lineOf = async (orderId: number, productId = fixture.productId) => {
  const [line] = await db()
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orderId), eq(orderItems.productId, productId)));
  return line?.id ?? 0;
};
const change = (id: number, itens: object[]) => as('VENDEDOR', 'PUT', `orcamentos/${id}`, { itens });

describe("price below the seller's limit", () => {
  it('is not granted for one unit when it was authorised for many', async () => {
    const id = await fixture.quote({}, '8');
    const line = await lineOf(id);
    const requested = await as('VENDEDOR', 'POST', 'precos-negociados', {
      idPedido: id,
      itens: [{ idItem: line, preco: '5' }],
    });
    const decided = await as('GERENTE', 'PUT', 'precos-negociados', {
      itens: [{ id: requested.body.data.id }],
    });
    expect(decided.body.sucesso).toHaveLength(1);
    expect((await change(id, [{ id: line, qtde: '9' }])).status).toBe(200);
    expect(await change(id, [{ id: line, qtde: '1', preco: '5' }])).toMatchObject({
      status: 422,
      body: { code: 'NEGOCIACAO_EXIGIDA' },
    });
  });

  it('is not granted by a campaign that is left again or loses its quantity', async () => {
    const [other] = await db()
      .insert(products)
      .values({ code: 'P9', description: 'Filtro', brand: 'Serra', price: '3' })
      .returning({ id: products.id });
    const otherId = other?.id ?? 0;
    await db()
      .insert(productStock)
      .values({ productId: otherId, branchId: fixture.branchIds[0], quantity: '50' });
    const [campaign] = await db()
      .insert(campaigns)
      .values({
        name: 'Café com filtro',
        kind: 'DESCONTO',
        value: '40',
        startsOn: fixture.today,
        endsOn: fixture.today,
        minQuantity: '10',
      })
      .returning({ id: campaigns.id });
    const campaignId = campaign?.id ?? 0;
    await db()
      .insert(campaignProducts)
      .values([fixture.productId, otherId].map((productId) => ({ campaignId, productId })));
    const accept = (id: number, campanhas: number[]) =>
      as('VENDEDOR', 'POST', `campanhas-comerciais/${id}`, { campanhas });
    const id = await fixture.quote({}, '1');
    expect((await change(id, [{ idProd: otherId, qtde: '10' }])).status).toBe(200);
    expect((await accept(id, [campaignId])).status).toBe(200);
    const coffee = await lineOf(id);
    expect((await change(id, [{ id: coffee, preco: '6.01' }])).status).toBe(200);

    const refused = { status: 422, body: { code: 'NEGOCIACAO_EXIGIDA' } };
    expect(await accept(id, [])).toMatchObject(refused);
    const filter = await lineOf(id, otherId);
    expect(await change(id, [{ id: filter, removido: true }])).toMatchObject(refused);
    expect((await change(id, [{ id: coffee, preco: null }])).status).toBe(200);
    expect((await accept(id, [])).status).toBe(200);
  });
});

describe('log of a customer served by two branches', () => {
  it('shows deletions only at the branch where they happened', async () => {
    const { first } = fixture.customerIds;
    const there = fixture.branchIds[1];
    await db().insert(customerBranches).values({ customerId: first, branchId: there }).onConflictDoNothing();
    const ids = [await fixture.quote(), await fixture.quote({ branchId: there })];
    const [agenda] = await db()
      .insert(agendas)
      .values({
        customerId: first,
        branchId: there,
        personId: fixture.people.ADMIN,
        subject: 'Oferta da outra filial',
        scheduledAt: new Date(Date.now() + 86_400_000),
        createdById: fixture.people.ADMIN,
      })
      .returning({ id: agendas.id });
    for (const id of ids) {
      await as('ADMIN', 'PUT', `orcamentos/${id}`, { obsPedido: 'x' });
      expect((await as('ADMIN', 'DELETE', `orcamentos/${id}`)).status).toBe(200);
    }
    expect((await as('ADMIN', 'DELETE', `agendas/${agenda?.id}`)).status).toBe(200);
    const log = async (who: Who) => {
      const { body } = await as(who, 'GET', `clientes/${first}/registro-atividade?take=100`);
      return JSON.stringify(body.itens);
    };
    const own = await log('OPERADOR');
    expect(own).toContain(`Orçamento ${ids[0]} excluído`);
    expect(own).not.toContain(`Orçamento ${ids[1]} excluído`);
    expect(own).not.toContain('Oferta da outra filial');
    expect(await log('GERENTE')).toContain('Oferta da outra filial');
  });
});

describe('purchases of a customer', () => {
  it('are not suggested from a branch that the person cannot see', async () => {
    const { first } = fixture.customerIds;
    const [here, there] = fixture.branchIds;
    const [invoice] = await db()
      .insert(invoices)
      .values({
        customerId: first,
        branchId: there,
        key: '7'.repeat(44),
        number: 77,
        issuedOn: fixture.today,
        itemCount: 1,
        total: '10',
      })
      .returning({ id: invoices.id });
    await db()
      .insert(invoiceItems)
      .values({
        invoiceId: invoice?.id ?? 0,
        productId: fixture.productId,
        line: 1,
        description: 'Café torrado',
        unit: 'UN',
        purchased: '7',
        unitPrice: '10',
        unitPriceNoTax: '10',
      });
    const bought = (who: Who) => as(who, 'GET', `sugestoes/MAIS_COMPRADOS/${first}/${here}`);
    expect((await bought('VENDEDOR')).body).toEqual([]);
    expect((await bought('GERENTE')).body).toHaveLength(1);
    const body = { idCli: first, idFil: here };
    expect((await as('VENDEDOR', 'POST', 'produtos/sugestao', body)).body).toEqual([]);
  });
});

describe('many concurrent commands', () => {
  it('do not deadlock on the connection pool: each uses one connection', async () => {
    const id = await fixture.quote();
    const mail = () => as('VENDEDOR', 'POST', `emails/orcamentos/${id}`, { email: 'compras@cliente.com.br' });
    const bulk = () =>
      as('GERENTE', 'POST', 'clientes/lote/nao-contatar', { filtros: {}, dados: { naoContatar: false } });
    const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => (n % 2 ? mail() : bulk())));
    expect(answers.map(({ status }) => status)).toEqual(Array(14).fill(200));
  });
});

describe('sheet line without a person', () => {
  it('sets no goal for people without a registration number', async () => {
    const linhas = [
      { colaborador: String(fixture.people.VENDEDOR), valor: '100', mes: '2031-01' },
      { colaborador: ' ', valor: '999', mes: '2031-02' },
    ];
    const { body } = await as('GERENTE', 'POST', 'objetivos-operadores/importar', { linhas });
    expect(body.data).toMatchObject({ gravados: 1, recusados: [{ linha: 2 }] });
    expect(await db().$count(goals, eq(goals.month, '2031-02-01'))).toBe(0);
  });
});

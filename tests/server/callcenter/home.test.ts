import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PersonType } from '#contract/permissions.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { startOfDay } from '#contract/rules/time/dayRange.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import { countShowcases } from '#server/callcenter/home/queries.ts';
import {
  agendas,
  banners,
  goals,
  orderItems,
  orders,
  personBranches,
  productStock,
  products,
  showcases,
} from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

const HOUR = 3_600_000;
let now: number;
let today: string;
let server: TestServer;
let fixture: TestPeople;

beforeAll(async () => {
  server = await testServer();
  const { db } = server.deps;
  fixture = await createPeople(db);
  // Today at noon in São Paulo, so that an hour earlier and later are the same day.
  today = localDate(server.deps.now(), DEFAULT_TIME_ZONE);
  server.advance(startOfDay(today, DEFAULT_TIME_ZONE).getTime() + 12 * HOUR - server.deps.now().getTime());
  now = server.deps.now().getTime();
  const [first, second] = fixture.branchIds;
  const period = { startsOn: today, endsOn: addDays(today, 10) };
  await db.insert(banners).values([
    { title: 'De todos', ...period, opens: { tipo: 'CAMPANHA' } },
    { title: 'Da primeira', branchId: first, ...period, opens: { tipo: 'NADA' } },
    { title: 'Da segunda', branchId: second, ...period, opens: { tipo: 'NADA' } },
    {
      title: 'Do ano passado',
      startsOn: addDays(today, -90),
      endsOn: addDays(today, -1),
      opens: { tipo: 'NADA' },
    },
  ]);
  const made = await db
    .insert(products)
    .values([
      { code: 'P1', description: 'Café', brand: 'Serra', price: '10.5' },
      { code: 'P2', description: 'Arroz', brand: 'Serra', price: '20' },
      { code: 'P3', description: 'Velho', brand: 'Serra', inactive: true },
    ])
    .returning();
  const [coffee, rice] = made.map(({ id }) => id) as [number, number];
  await db.insert(productStock).values([
    { productId: coffee, branchId: first, quantity: '10', reserved: '5', low: '5' },
    { productId: rice, branchId: second, quantity: '10' },
  ]);
  await db.insert(showcases).values([
    { title: 'Marca', rule: { tipo: 'MARCA', valor: 'Serra' } },
    { title: 'Mais vendidos', rule: { tipo: 'MAIS_VENDIDOS' }, position: 1 },
    { title: 'Vazia', rule: { tipo: 'MARCA', valor: 'Nenhuma' } },
  ]);
  await orderOf(fixture.people.OPERADOR, first, rice, 3);
  await orderOf(fixture.people.ADMIN, second, coffee, 1);
  // Cancelled and rejected orders do not count as sold.
  for (const status of ['CANCELADO', 'REJEITADO'] as const)
    await orderOf(fixture.people.ADMIN, second, coffee, 3, { status, invoicedOn: null });
  const agenda = { customerId: fixture.customerIds.first, branchId: first, subject: 'Ligar' };
  await db.insert(agendas).values([
    { ...agenda, personId: fixture.people.OPERADOR, scheduledAt: new Date(now - 30 * HOUR) },
    { ...agenda, personId: fixture.people.OPERADOR, scheduledAt: new Date(now + HOUR) },
    { ...agenda, personId: fixture.people.VENDEDOR, scheduledAt: new Date(now - 30 * HOUR) },
  ]);
});
afterAll(() => server.close());

async function orderOf(
  sellerId: number,
  branchId: number,
  productId: number,
  lines: number,
  part: Partial<typeof orders.$inferInsert> = {},
) {
  const { first, second } = fixture.customerIds;
  const customerId = branchId === fixture.branchIds[0] ? first : second;
  const [order] = await server.deps.db
    .insert(orders)
    .values({
      stage: 'PEDIDO',
      status: 'FATURADO',
      invoicedOn: today,
      customerId,
      branchId,
      sellerId,
      subtotal: '100.10',
      total: '120',
      createdAt: new Date(now),
      ...part,
    })
    .returning();
  const line = {
    orderId: order?.id ?? 0,
    branchId,
    productId,
    quantity: '1',
    listPrice: '1',
    price: '1',
    total: '1',
  };
  await server.deps.db
    .insert(orderItems)
    .values(Array.from({ length: lines }, (_, at) => ({ ...line, line: at + 1 })));
}

const read = async (person: PersonType, path: string) =>
  server.call('GET', `/callcenter/${path}`, { token: await server.sessionOf(fixture.people[person]) });
const titles = (rows: { titulo: string }[]) => rows.map(({ titulo }) => titulo);

describe('home page of a seller', () => {
  it('answers 403 to end consumers', async () => {
    for (const path of ['home/banners', 'home/vitrines', 'dashboards'])
      expect((await read('CONSUMIDOR_FINAL', path)).status).toBe(403);
  });

  it("shows the banners of the day, for every branch and for the person's own", async () => {
    expect(titles((await read('OPERADOR', 'home/banners')).body)).toEqual(['De todos', 'Da primeira']);
    expect((await read('ADMIN', 'home/banners')).body).toHaveLength(3);
  });

  it('fills showcases with what is sold, and omits empty ones', async () => {
    await countShowcases(server.deps.db, new Date(now));
    const { body } = await read('ADMIN', 'home/vitrines');
    expect(titles(body)).toEqual(['Marca', 'Mais vendidos']);
    expect(body[0].produtos.map(({ idExibicao }: { idExibicao: string }) => idExibicao)).toEqual([
      'P2',
      'P1',
    ]);
    expect(body[1].produtos.map(({ idExibicao }: { idExibicao: string }) => idExibicao)).toEqual([
      'P2',
      'P1',
    ]);
  });

  it('shows the stock of the branches that the person sees', async () => {
    const [brand] = (await read('OPERADOR', 'home/vitrines')).body;
    const stock = brand.produtos.map(({ idExibicao, estoque }: Record<string, string>) => [
      idExibicao,
      estoque,
    ]);
    expect(stock).toEqual([
      ['P2', '3'],
      ['P1', '2'],
    ]);
  });

  it("counts the person's own work, and everything for leaders", async () => {
    expect((await read('OPERADOR', 'dashboards')).body).toMatchObject({
      de: 'PROPRIAS',
      agendasAtrasadas: 1,
      agendasHoje: 1,
      pedidosMes: 1,
      valorMes: '100.1000',
      metaMes: null,
      vendidoMeta: null,
    });
    expect((await read('SUPERVISOR', 'dashboards')).body).toMatchObject({
      de: 'EQUIPE',
      agendasAtrasadas: 2,
      pedidosMes: 2,
      valorMes: '200.2000',
    });
  });

  it("ends an agenda's day by its branch's clock, like the list that the figure opens", async () => {
    const { db } = server.deps;
    const [, second] = fixture.branchIds;
    const personId = fixture.people.GERENTE;
    await db.insert(personBranches).values({ personId, branchId: second });
    // Half past midnight tomorrow in São Paulo, half past eleven tonight in Manaus.
    const tonight = startOfDay(addDays(today, 1), DEFAULT_TIME_ZONE).getTime() + HOUR / 2;
    const agenda = { customerId: fixture.customerIds.second, branchId: second, subject: 'Ligar', personId };
    await db.insert(agendas).values({ ...agenda, scheduledAt: new Date(tonight) });
    expect((await read('GERENTE', 'dashboards')).body.agendasHoje).toBe(2);
    expect((await read('SUPERVISOR', 'dashboards')).body.agendasHoje).toBe(2);
    for (const who of ['GERENTE', 'SUPERVISOR'] as const) {
      const list = await read(who, `agendas?situacao[]=PENDENTE&dtIni=${today}&dtFim=${today}`);
      expect(list.body.paginator.total).toBe(2);
    }
  });

  it('counts for the goal what /objetivos counts: invoiced, this month, by people with a goal', async () => {
    const { db } = server.deps;
    await db.insert(orders).values({
      stage: 'PEDIDO',
      status: 'LIBERADO',
      customerId: fixture.customerIds.first,
      branchId: fixture.branchIds[0],
      sellerId: fixture.people.OPERADOR,
      subtotal: '999',
      total: '999',
    });
    await db
      .insert(goals)
      .values({ personId: fixture.people.OPERADOR, month: `${today.slice(0, 7)}-01`, value: '1001' });
    await server.call('POST', '/callcenter/objetivos-operadores/apurar', {
      token: await server.sessionOf(fixture.people.SUPERVISOR),
      body: { mes: today.slice(0, 7) },
    });
    const [goal] = (await read('SUPERVISOR', 'objetivos-operadores')).body.itens;
    expect(goal.valorRealizado).toBe('100.10');
    for (const who of ['OPERADOR', 'SUPERVISOR'] as const)
      expect((await read(who, 'dashboards')).body).toMatchObject({
        metaMes: '1001.0000',
        vendidoMeta: '100.1000',
      });
  });
});

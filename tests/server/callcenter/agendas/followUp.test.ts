import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { BoardOrder } from '#contract/callcenter/agendas/followUp.ts';
import type { PersonType } from '#contract/permissions.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import {
  agendas,
  customers,
  followUpStages,
  followUpTypes,
  invoices,
  invoiceTitles,
  orders,
  serviceReasons,
  serviceRecords,
} from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

let server: TestServer;
let fixture: TestPeople;
let today: string;
const tokens: Partial<Record<PersonType, string>> = {};

beforeAll(async () => {
  server = await testServer();
  fixture = await createPeople(server.deps.db);
  today = localDate(server.deps.now(), DEFAULT_TIME_ZONE);
  for (const type of ['ADMIN', 'OPERADOR', 'REPRESENTANTE'] as const)
    tokens[type] = await server.sessionOf(fixture.people[type]);
});
afterAll(() => server?.close());

const get = (who: PersonType, path: string) =>
  server.call('GET', `/callcenter/${path}`, { token: tokens[who] ?? '' });

async function board(who: PersonType, query = '', type = 1): Promise<Record<string, number[]>> {
  const { body } = await get(who, `acompanhamento-clientes/${type}${query}`);
  return Object.fromEntries(
    body.etapas.map((stage: { nome: string; total: number; clientes: { id: number }[] }) => {
      expect(stage.total).toBe(stage.clientes.length);
      return [stage.nome, stage.clientes.map(({ id }) => id).sort()];
    }),
  );
}

const change = (id: number, set: Partial<typeof customers.$inferInsert>) =>
  server.deps.db.update(customers).set(set).where(eq(customers.id, id));

const order = (given: Partial<typeof orders.$inferInsert> = {}) =>
  server.deps.db.insert(orders).values({
    customerId: fixture.customerIds.first,
    branchId: fixture.branchIds[0],
    representativeId: fixture.representativeId,
    sellerId: fixture.people.OPERADOR,
    status: 'ATIVO',
    total: '100.5000',
    ...given,
  });

describe('follow-up of customers', () => {
  it('starts every company with two boards', async () => {
    const { body } = await get('OPERADOR', 'acompanhamento-clientes/tipos');
    expect(body.map(({ nome }: { nome: string }) => nome)).toEqual(['Carteira', 'Contato']);
  });

  it('shows each customer once, in the first stage that matches, within the scope', async () => {
    const { first, second, consumer } = fixture.customerIds;
    await change(first, { lastPurchaseOn: addDays(today, -31) });
    await change(second, { prospect: true });
    await change(consumer, { lastPurchaseOn: addDays(today, -91) });
    expect(await board('ADMIN')).toMatchObject({
      Prospects: [second],
      Esfriando: [first],
      Inativos: [consumer],
    });
    expect(await board('OPERADOR')).toMatchObject({
      Prospects: [],
      Esfriando: [first],
      Inativos: [consumer],
    });
    expect(await board('REPRESENTANTE')).toMatchObject({ Esfriando: [first], Inativos: [] });
    await change(first, { lastPurchaseOn: addDays(today, -30) });
    expect(await board('OPERADOR')).toMatchObject({ Ativos: [first], Esfriando: [] });
    expect(await board('ADMIN', `?dtIni=${addDays(today, -30)}`)).toMatchObject({
      Ativos: [first],
      Inativos: [],
    });
    expect(await board('ADMIN', `?idFil=${fixture.branchIds[1]}`)).toMatchObject({
      Prospects: [second],
      Ativos: [],
    });
    expect(await board('ADMIN', '?q=azul')).toMatchObject({ Prospects: [], Ativos: [first] });
  });

  it('moves a customer by quotes and overdue titles', async () => {
    const { first } = fixture.customerIds;
    await order({ validUntil: addDays(today, -1) });
    expect(await board('ADMIN')).toMatchObject({ Ativos: [first], 'Orçamento aberto': [] });
    await order({ validUntil: today });
    expect(await board('ADMIN')).toMatchObject({ Ativos: [], 'Orçamento aberto': [first] });
    const { db } = server.deps;
    const [invoice] = await db
      .insert(invoices)
      .values({
        key: '1'.repeat(44),
        number: 1,
        customerId: first,
        branchId: fixture.branchIds[0],
        issuedOn: addDays(today, -40),
        itemCount: 1,
        total: '10',
      })
      .returning();
    await db
      .insert(invoiceTitles)
      .values({ invoiceId: invoice?.id ?? 0, number: '1/1', dueOn: addDays(today, -9), amount: '10' });
    await change(first, { openTitles: true });
    expect(await board('ADMIN')).toMatchObject({ 'Títulos vencidos': [first], 'Orçamento aberto': [] });
  });

  it('separates customers already spoken with from those waiting for a contact', async () => {
    const { first, second, consumer } = fixture.customerIds;
    const { db } = server.deps;
    const everybody = [first, second, consumer].sort();
    expect(await board('ADMIN', '', 2)).toMatchObject({ 'Sem contato há 60 dias': everybody });
    const [reason] = await db.select().from(serviceReasons).limit(1);
    await db.insert(serviceRecords).values({
      customerId: second,
      personId: fixture.people.ADMIN,
      reasonId: reason?.id ?? 1,
      startedAt: new Date(server.deps.now().getTime() - 40 * 86_400_000),
    });
    await db.insert(agendas).values({
      customerId: first,
      branchId: fixture.branchIds[0],
      personId: fixture.people.OPERADOR,
      subject: 'Retorno',
      scheduledAt: server.deps.now(),
    });
    expect(await board('ADMIN', '', 2)).toMatchObject({
      'Com agenda marcada': [first],
      'Sem contato há 30 dias': [second],
      'Sem contato há 60 dias': [consumer],
    });
  });

  it('pages through a stage, and answers 404 for an unknown board or a stage of another', async () => {
    const [stage] = await server.deps.db
      .select()
      .from(followUpStages)
      .where(eq(followUpStages.name, 'Títulos vencidos'));
    const { body } = await get('OPERADOR', `acompanhamento-clientes/1/${stage?.id}?take=1`);
    expect(body).toMatchObject({
      itens: [{ id: fixture.customerIds.first, fant: 'Mercado Azul' }],
      paginator: { total: 1 },
    });
    expect((await get('OPERADOR', `acompanhamento-clientes/2/${stage?.id}`)).status).toBe(404);
    expect((await get('OPERADOR', 'acompanhamento-clientes/99')).status).toBe(404);
  });

  it('keeps a stage with an invalid rule empty, and says so', async () => {
    const { db } = server.deps;
    const [type] = await db.insert(followUpTypes).values({ name: 'Quebrado' }).returning();
    const typeId = type?.id ?? 0;
    await db.insert(followUpStages).values([
      { typeId, position: 1, name: 'Errada', rule: { sql: 'true' } },
      { typeId, position: 2, name: 'Resto', rule: {} },
    ]);
    const { body } = await get('ADMIN', `acompanhamento-clientes/${typeId}`);
    expect(body.etapas).toMatchObject([
      { total: 0, invalida: true },
      { total: 3, invalida: false },
    ]);
  });
});

describe('board of quotes and orders', () => {
  it('counts and sums by status, within scope and period, and shows expired quotes as such', async () => {
    await order({ branchId: fixture.branchIds[1], representativeId: null, status: 'COTACAO' });
    await order({ stage: 'PEDIDO', status: 'BLOQUEADO', total: '0.1000' });
    const columns = async (who: PersonType, query: string) => {
      const { body } = await get(who, `acompanhamentos?${query}`);
      return Object.fromEntries(
        body.colunas.map((each: { status: string; total: number; valor: string; itens: unknown[] }) => {
          expect(each.itens).toHaveLength(each.total);
          return [each.status, [each.total, Number(each.valor)]];
        }),
      );
    };
    expect(await columns('ADMIN', 'tipo=ORCAMENTO')).toEqual({
      COTACAO: [1, 100.5],
      ORCAMENTO_ANALISE: [0, 0],
      ATIVO: [1, 100.5],
      VENCIDO: [1, 100.5],
      PERDIDO: [0, 0],
    });
    expect(await columns('OPERADOR', 'tipo=ORCAMENTO')).toMatchObject({ COTACAO: [0, 0], ATIVO: [1, 100.5] });
    expect(await columns('OPERADOR', 'tipo=PEDIDO')).toMatchObject({
      ...{ BLOQUEADO: [1, 0.1], ENTREGUE: [0, 0] },
      // Cards are dragged to it, so it stands although there are none.
      CANCELADO: [0, 0],
    });
    expect(await columns('ADMIN', `tipo=PEDIDO&dtFim=${addDays(today, -2)}`)).not.toHaveProperty('BLOQUEADO');
  });

  it('says to what a lost quote would be reopened, and when it no longer can be', async () => {
    const hoursAgo = (hours: number) => new Date(server.deps.now().getTime() - hours * 3_600_000);
    const lost = { status: 'PERDIDO', lostFrom: 'ATIVO' } as const;
    await order({ ...lost, lostAt: hoursAgo(1), total: '1' });
    await order({ ...lost, lostAt: hoursAgo(1), validUntil: addDays(today, -2), total: '2' });
    await order({ ...lost, lostAt: hoursAgo(25), total: '3' });
    await order({ status: 'PERDIDO', total: '4' });
    const { body } = await get('ADMIN', 'acompanhamentos?tipo=ORCAMENTO');
    const shown = body.colunas.flatMap(({ status, itens }: { status: string; itens: BoardOrder[] }) =>
      itens.map(({ vlTot, perda }) => [status, Number(vlTot), perda] as const),
    );
    const losses = shown.filter(([status]: [string]) => status === 'PERDIDO');
    expect(
      losses.map(([, total, perda]: [string, number, BoardOrder['perda']]) => [total, perda]).sort(),
    ).toEqual([
      [1, { voltaA: 'ATIVO', definitiva: false }],
      [2, { voltaA: 'VENCIDO', definitiva: false }],
      [3, { voltaA: null, definitiva: true }],
      [4, { voltaA: null, definitiva: false }],
    ]);
    expect(
      shown.filter(([status, , perda]: [string, number, unknown]) => status !== 'PERDIDO' && perda),
    ).toEqual([]);
  });
});

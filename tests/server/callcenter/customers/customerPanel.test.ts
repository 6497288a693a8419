import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { customerLegend } from '#contract/catalogs/customers.ts';
import type { PersonType } from '#contract/permissions.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import {
  agendas,
  customerClassifications,
  customerLog,
  customerSellers,
  customers,
  orders,
  representatives,
  serviceRecords,
} from '#server/db/tables/index.ts';
import { createPeople, type TestPeople, testCpf } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
let tokens: Record<PersonType, string>;
beforeAll(async () => {
  server = await testServer();
  const { db, now } = server.deps;
  persons = await createPeople(db);
  const made = await Promise.all(
    Object.entries(persons.people).map(async ([type, id]) => [type, await server.sessionOf(id)]),
  );
  tokens = Object.fromEntries(made);
  await fillPanel(db, now());
});
afterAll(() => server?.close());

async function fillPanel(db: TestServer['deps']['db'], now: Date) {
  const { first } = persons.customerIds;
  const [here, there] = persons.branchIds;
  const { VENDEDOR, SUPERVISOR } = persons.people;
  await db.update(representatives).set({ supervisorId: SUPERVISOR, email: 'roberto@exemplo.com.br' });
  await db
    .update(customers)
    .set({
      network: 'Rede Sul',
      maxMeanTerm: 45,
      utm: { source: 'google' },
      logisticsNote: 'Entregar pelos fundos.',
      servedOn: [1, 6],
      contactEvery: 15,
      nextCollectionAt: new Date('2026-12-01T13:30:00Z'),
    })
    .where(eq(customers.id, first));
  await db.insert(customerSellers).values({ customerId: first, personId: VENDEDOR });
  const order = (total: string, more: Partial<typeof orders.$inferInsert> = {}) => ({
    stage: 'PEDIDO' as const,
    status: 'ANALISE' as const,
    customerId: first,
    branchId: here,
    representativeId: persons.representativeId,
    sellerId: VENDEDOR,
    total,
    orderedAt: now,
    createdAt: now,
    ...more,
  });
  const [, , , elsewhere] = await db
    .insert(orders)
    .values([
      order('0.1'),
      order('0.2'),
      order('99', { status: 'CANCELADO' }),
      order('1000', { branchId: there }),
      order('7', {
        orderedAt: new Date('2020-01-01'),
        createdAt: new Date('2020-01-01'),
        status: 'ENTREGUE',
      }),
      order('55', { stage: 'ORCAMENTO', status: 'ATIVO', orderedAt: null }),
    ])
    .returning({ id: orders.id });
  const [agenda] = await db
    .insert(agendas)
    .values({ customerId: first, branchId: here, personId: VENDEDOR, subject: 'Ligar', scheduledAt: now })
    .returning();
  await db.insert(serviceRecords).values({
    customerId: first,
    personId: VENDEDOR,
    description: 'Pediu retorno',
    startedAt: now,
    registeredAt: now,
    returnAt: now,
  });
  const entry = (minute: number, more: Partial<typeof customerLog.$inferInsert>) => ({
    customerId: first,
    type: 'CADASTRO' as const,
    text: `Entrada ${minute}`,
    at: new Date(now.getTime() + minute * 60_000),
    personId: VENDEDOR,
    ...more,
  });
  await db
    .insert(customerLog)
    .values([
      ...[1, 2, 3, 4, 5, 6].map((minute) => entry(minute, {})),
      entry(7, { type: 'AGENDA', itemId: agenda?.id ?? 0 }),
      entry(8, { type: 'PEDIDO', itemId: elsewhere?.id ?? 0 }),
    ]);
}

interface Badged {
  id: number;
  legendas: { codigo: string }[];
}
const idOf = ({ id }: Badged) => id;

const get = (path: string, as: PersonType = 'ADMIN') =>
  server.call('GET', `/callcenter/clientes${path}`, { token: tokens[as] });

describe('customer out of scope', () => {
  const PATHS = [
    '',
    ...'supervisores operadores tickets registro-atividade'.split(' ').map((it) => `/${it}`),
  ];
  const MORE = 'agora solicitacoes-atendimento observacoes ultimos-pedidos pedidos-abertos'.split(' ');
  it.each([...PATHS, ...MORE.map((it) => `/${it}`)])('answers like an unknown one at %s', async (path) => {
    const unknown = await get(`/999999${path}`, 'VENDEDOR');
    const foreign = await get(`/${persons.customerIds.second}${path}`, 'VENDEDOR');
    expect([unknown.status, foreign.status]).toEqual([404, 404]);
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    expect((await get(`/${persons.customerIds.first}${path}`, 'CONSUMIDOR_FINAL')).status).toBe(403);
  });
});

describe('customer panel', () => {
  it('has the fields of document 001, and the exact monthly total without cancelled orders', async () => {
    const { body } = await get(`/${persons.customerIds.first}`);
    expect(body.data).toMatchObject({
      razSoc: 'Mercado Azul Ltda.',
      rede: 'Rede Sul',
      prazMedMax: 45,
      utm_source: 'google',
      vlTotPedidosMes: '1000.3000',
      obsLogistica: 'Entregar pelos fundos.',
      naoContatar: 0,
      frequenciaAtendimento: 15,
      dtProximoContatoCobranca: '2026-12-01 10:30:00',
      atendidoSabado: 1,
      atendidoDomingo: 0,
      contadores: {
        orcamentos: 1,
        pedidos: 3,
        agendas: 1,
        'agendas-cobranca': 0,
        historico: 1,
        vendedores: 1,
      },
    });
  });
  it('counts and sums only what the person can see', async () => {
    const { body } = await get(`/${persons.customerIds.first}`, 'VENDEDOR');
    expect(body.data).toMatchObject({ vlTotPedidosMes: '0.3000', contadores: { pedidos: 2 } });
  });
  it('names representatives, supervisors and sellers', async () => {
    const { first } = persons.customerIds;
    expect((await get(`/${first}/supervisores`)).body).toMatchObject([
      {
        nome: 'Pessoa supervisor',
        representantes: [{ nome: 'Roberto Tavares', email: 'roberto@exemplo.com.br' }],
      },
    ]);
    expect((await get(`/${first}/operadores`)).body).toMatchObject([
      { nome: 'Pessoa vendedor', codOp: persons.people.VENDEDOR },
    ]);
  });
  it('shows the latest orders, open orders, promises and notes', async () => {
    const { first } = persons.customerIds;
    expect((await get(`/${first}/ultimos-pedidos`)).body).toHaveLength(5);
    expect((await get(`/${first}/pedidos-abertos`, 'VENDEDOR')).body).toHaveLength(2);
    expect((await get(`/${first}/solicitacoes-atendimento`)).body).toMatchObject([
      { tipo: 'RETORNO', descricao: 'Pediu retorno' },
    ]);
    expect((await get(`/${first}/observacoes`)).body).toEqual([
      { tipo: 'Logística', texto: 'Entregar pelos fundos.' },
    ]);
  });
});

describe('activity log of a customer', () => {
  const log = async (query: string, as: PersonType = 'ADMIN') =>
    (await get(`/${persons.customerIds.first}/registro-atividade${query}`, as)).body;
  it('shows five per page, the newest first', async () => {
    const first = await log('');
    expect(first.paginator).toMatchObject({ per_page: 5, total: 8, last_page: 2 });
    expect(first.itens[0]).toMatchObject({ tipo: 'PEDIDO', historico: 'Entrada 8' });
    expect((await log('?page=2&take=7')).itens).toHaveLength(1);
  });
  it('omits entries about an order of another branch', async () => {
    const { itens, paginator } = await log('?take=7', 'VENDEDOR');
    expect([paginator.total, itens[0].historico]).toEqual([7, 'Entrada 7']);
  });
});

describe('customer list of the call centre', () => {
  const found = async (query: string, as: PersonType = 'ADMIN') =>
    (await get(`?${query}`, as)).body.itens.map(({ id }: { id: number }) => id);
  it('is that of the service area, with filters by badge, seller and contact', async () => {
    const { first, second } = persons.customerIds;
    expect(await found(`vendedor=${persons.people.VENDEDOR}`)).toEqual([first]);
    expect(await found('legenda=SV&q=mercado')).toEqual([first, second]);
    expect(await found('legenda=BD&legenda=$')).toEqual([]);
    expect(await found('naoContatar=true')).toEqual([]);
    expect(await found('q=mercado', 'VENDEDOR')).toEqual([first]);
  });
  it('finds by each badge exactly its customers, on either side of every limit', async () => {
    const { db, now } = server.deps;
    const today = localDate(now(), DEFAULT_TIME_ZONE);
    const bought = [0, 1, 29, 30, 59, 60, 89, 90, 400].map((days, index) => ({
      document: testCpf(500 + index),
      legalName: `Comprou há ${days}`,
      tradeName: `Comprou há ${days}`,
      lastPurchaseOn: addDays(today, -days),
      commitment: days === 1,
      openTitles: days === 29,
    }));
    const prospect = { document: testCpf(600), legalName: 'Novo', tradeName: 'Novo', prospect: true };
    await db.insert(customers).values([...bought, prospect]);
    const all = (await get('?take=100')).body.itens;
    for (const { value } of customerLegend) {
      const worn = all.filter(({ legendas }: Badged) => legendas.some(({ codigo }) => codigo === value));
      const { itens } = (await get(`?take=100&legenda=${encodeURIComponent(value)}`)).body;
      expect([value, itens.map(idOf).sort()]).toEqual([value, worn.map(idOf).sort()]);
    }
  });
});

describe('bulk change of customers', () => {
  const bulk = (acao: string, body: object, as: PersonType = 'SUPERVISOR') =>
    server.call('POST', `/callcenter/clientes/lote/${acao}`, { token: tokens[as], body });
  const logOf = (customerId: number) =>
    server.deps.db
      .select()
      .from(customerLog)
      .where(eq(customerLog.customerId, customerId))
      .orderBy(customerLog.id);

  it('reports the result of each row: changed, out of scope, nothing to change', async () => {
    const { first, second } = persons.customerIds;
    const body = { ids: [first, second, 999999], dados: { naoContatar: true } };
    const before = (await logOf(first)).length;
    expect((await bulk('nao-contatar', body, 'VENDEDOR')).body.data).toMatchObject({
      processados: 3,
      sucesso: [first],
      falhas: [
        { id: second, codigo: 'NAO_ENCONTRADO' },
        { id: 999999, codigo: 'NAO_ENCONTRADO' },
      ],
    });
    expect((await logOf(first)).slice(before)).toMatchObject([{ text: 'Marcado para não ser contatado' }]);
    expect((await bulk('nao-contatar', body, 'VENDEDOR')).body.data.falhas[0]).toMatchObject({
      id: first,
      codigo: 'SEM_MUDANCA',
    });
  });
  it('assigns customers by filter to a seller who serves them, only for leaders', async () => {
    const { first, second } = persons.customerIds;
    const body = { filtros: { q: 'mercado' }, dados: { vendedor: persons.people.OPERADOR } };
    expect((await bulk('vendedor', body, 'VENDEDOR')).status).toBe(403);
    expect((await bulk('vendedor', body)).body.data).toMatchObject({
      sucesso: [first],
      falhas: [{ id: second, codigo: 'NAO_ATENDE' }],
    });
    expect((await get(`/${first}/operadores`)).body).toMatchObject([{ codOp: persons.people.OPERADOR }]);
  });
  it('rejects a request without customers or value, or with an unknown classification', async () => {
    const [kind] = await server.deps.db.insert(customerClassifications).values({ name: 'Ouro' }).returning();
    const { first } = persons.customerIds;
    expect((await bulk('classificacao', { dados: { classificacao: kind?.id } })).status).toBe(422);
    expect((await bulk('classificacao', { ids: [first], dados: {} })).status).toBe(422);
    expect((await bulk('classificacao', { ids: [first], dados: { classificacao: 9999 } })).status).toBe(422);
    const done = await bulk('classificacao', { ids: [first], dados: { classificacao: kind?.id } });
    expect(done.body.data.sucesso).toEqual([first]);
    expect((await get(`/${first}`)).body.data.classificacao).toEqual({ id: kind?.id, desc: 'Ouro' });
  });
});

describe('tabs of the customer panel', () => {
  it('follow the order of the definition', async () => {
    const { body } = await server.call('GET', '/callcenter/clientes-painel', { token: tokens.VENDEDOR });
    expect(body.grupos.map(({ titulo }: { titulo: string }) => titulo)).toEqual([
      'Agora',
      'Comercial',
      'Atendimento',
      'Financeiro',
      'Comunicação',
      'Cadastro',
      'Responsáveis',
    ]);
    expect(body.abas[0]).toMatchObject({ chave: 'agora', titulo: 'Agora' });
  });
});

describe('first contact by a seller', () => {
  it('begins the activity log of the new customer', async () => {
    const body = {
      doc: testCpf(800),
      razSoc: 'Primeiro Contato',
      fant: 'Primeiro Contato',
      nomeContato: 'Rui',
      telefone: '11987654321',
      email: 'rui@exemplo.com.br',
    };
    const register = (as: PersonType) =>
      server.call('POST', '/callcenter/clientes/pre-cadastro', { token: tokens[as], body });
    expect((await register('CONSUMIDOR_FINAL')).status).toBe(403);
    const { id } = (await register('VENDEDOR')).body.data;
    expect((await get(`/${id}/registro-atividade`, 'VENDEDOR')).body.itens).toMatchObject([
      { tipo: 'CADASTRO', historico: 'Cliente pré-cadastrado', colaborador: { nome: 'Pessoa vendedor' } },
    ]);
  });
});

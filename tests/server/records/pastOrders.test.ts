import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { Context, User } from '#server/context.ts';
import {
  customers,
  invoiceTitles,
  orders,
  productStock,
  products,
  stockMovements,
} from '#server/db/tables/index.ts';
import { mappedTypes } from '#server/records/registry.ts';
import { removeRecord } from '#server/records/write/removeRecord.ts';
import { saveRecords } from '#server/records/write/saveRecords.ts';
import { personById } from '#server/session/currentUser.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
let ctx: Context;
const contextOf = async (id: number) =>
  ({
    ...server.deps,
    user: (await personById(server.deps.db, id)) as User,
    ip: '',
    requestId: 'teste',
  }) as unknown as Context;
let cliente: string;
beforeAll(async () => {
  server = await testServer();
  const { db } = server.deps;
  persons = await createPeople(db);
  ctx = await contextOf(persons.people.ADMIN);
  const [product] = await db
    .insert(products)
    .values({ code: 'P1', description: 'Café torrado', brand: 'Serra', unit: 'CX', price: '10' })
    .returning({ id: products.id });
  await db
    .insert(productStock)
    .values({ productId: product?.id ?? 0, branchId: persons.branchIds[0], quantity: '10' });
  cliente = (await customer())?.document ?? '';
});
afterAll(() => server?.close());

const FILIAL = '11222333000181';
const NORTH = '11222333000262';
const FUTURE = 'Um pedido anterior não pode ser de depois de hoje.';
const line = (linha: number, more: object = {}) => ({
  ...{ linha, produto: 'P1', quantidade: '12.5', preco: '4.2' },
  ...more,
});
const order = (numero: string, more: object = {}) => ({
  ...{ filial: FILIAL, numero, cliente, data: '2024-05-10', itens: [line(1)] },
  ...more,
});
const save = (rows: object[], own = ctx) =>
  server.deps.db.transaction((tx) =>
    saveRecords(
      tx,
      own,
      mappedTypes['historico-pedidos'],
      rows.map((dados) => ({ dados: { ...dados } })),
    ),
  );
const customer = async () => {
  const { first } = persons.customerIds;
  return (await server.deps.db.select().from(customers).where(eq(customers.id, first)))[0];
};
const panel = async (who: keyof TestPeople['people'], id = persons.customerIds.first) =>
  server.call('GET', `/callcenter/clientes/${id}/pedidos-anteriores`, {
    token: await server.sessionOf(persons.people[who]),
  });

it('a past order sets only the day of the last purchase: no stock, title or order', async () => {
  const { db } = server.deps;
  await db.update(customers).set({ lastPurchaseOn: null }).where(eq(customers.id, persons.customerIds.first));
  const made = await save([
    order('A-1'),
    order('A-2', { data: '2024-06-01', situacao: 'CANCELADO' }),
    order('A-3', { data: '2999-01-01' }),
    order('A-1', { filial: NORTH, vendedor: persons.cpfs.VENDEDOR, total: '99.9', itens: [] }),
  ]);
  expect(made.map(({ erros }) => erros ?? {})).toEqual([{}, {}, { data: FUTURE }, {}]);
  expect((await customer())?.lastPurchaseOn).toBe('2024-05-10');
  for (const table of [orders, invoiceTitles, stockMovements]) expect(await db.$count(table)).toBe(0);
  expect((await db.select().from(productStock))[0]).toMatchObject({ quantity: '10.000', reserved: '0.000' });
  expect(await save([order('A-1')])).toMatchObject([{ resultado: 'igual' }]);
});

it('a past order totals its lines, unless it states a total', async () => {
  const { body } = await panel('ADMIN');
  expect(body.itens.map((row: { numero: string; vlTot: string }) => [row.numero, row.vlTot])).toEqual([
    ['A-2', '52.5000'],
    ['A-1', '99.9000'],
    ['A-1', '52.5000'],
  ]);
  expect(body.itens[0].itens).toEqual([
    {
      ...{ linha: 1, codigo: 'P1', produto: 'Café torrado', unidade: 'CX' },
      ...{ qtd: '12.500', preco: '4.2000', vlTot: '52.5000' },
    },
  ]);
  await save([
    order('A-2', { data: '2024-06-01', itens: [line(1), line(2, { quantidade: '1', preco: '0.5' })] }),
  ]);
  expect((await panel('ADMIN')).body.itens[0].vlTot).toBe('53.0000');
});

it('past orders are on the panel for people who see the customer, only of their branches', async () => {
  const { body } = await panel('OPERADOR');
  expect(body.itens.map(({ filial }: { filial: string }) => filial)).toHaveLength(2);
  expect((await panel('OPERADOR', 999_999)).status).toBe(404);
  expect((await panel('CONSUMIDOR_FINAL')).status).toBe(403);
});

it('past orders are among the latest of a customer and a product, by who sees the branch', async () => {
  const latest = async (who: keyof TestPeople['people'], path: string) => {
    const { body } = await server.call('GET', `/callcenter/clientes/${persons.customerIds.first}/${path}`, {
      token: await server.sessionOf(persons.people[who]),
    });
    return body;
  };
  const [first, second, third] = await latest('ADMIN', 'ultimos-pedidos');
  expect([first, second].map(({ numero, vlTot }) => [numero, vlTot])).toEqual([
    ['A-2', '53.0000'],
    ['A-1', '99.9000'],
  ]);
  expect(first).toMatchObject({
    ...{ id: null, status: 'CANCELADO', qtdeIt: 2, dtHorInc: '2024-06-01T03:00:00.000Z' },
    colaborador: null,
  });
  expect(second.colaborador).toEqual({ id: persons.people.VENDEDOR, nome: 'Pessoa vendedor' });
  expect(third).toMatchObject({ numero: 'A-1', qtdeIt: 1 });
  expect(await latest('OPERADOR', 'ultimos-pedidos')).toHaveLength(2);
  const product = await server.deps.db.select({ id: products.id }).from(products);
  expect(await latest('OPERADOR', `ultimos-pedidos-produto/${product[0]?.id}`)).toMatchObject([
    { idPedido: null, numero: 'A-2', qtd: '12.500', vlUnit: '4.2000', st: 'CANCELADO', colaborador: '' },
    { idPedido: null, numero: 'A-2', qtd: '1.000' },
    { idPedido: null, numero: 'A-1', qtd: '12.500', data: '2024-05-10T03:00:00.000Z' },
  ]);
});

it('the last purchase is computed again when a past order is cancelled, moved or deleted', async () => {
  await save([order('A-1', { situacao: 'CANCELADO' }), order('B-1', { data: '2023-01-01' })]);
  await save([order('A-1', { filial: NORTH, situacao: 'CANCELADO' })]);
  expect((await customer())?.lastPurchaseOn).toBe('2023-01-01');
  const [last] = await save([order('B-1')]);
  await removeRecord({ params: { chave: 'historico-pedidos', id: last?.id ?? 0 }, query: {} }, ctx);
  expect((await customer())?.lastPurchaseOn).toBeNull();
});

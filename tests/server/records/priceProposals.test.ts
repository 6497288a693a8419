import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { grantsOf, type PersonType } from '#contract/permissions.ts';
import type { PriceProposal } from '#contract/records/routes/priceProposals.ts';
import {
  auditLog,
  invoiceItems,
  invoices,
  personBranches,
  priceTables,
  productPrices,
  products,
  roles,
} from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
const idOf: Record<string, number> = {};
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
  const { db } = server.deps;
  for (const code of ['SOLD', 'BOX', 'OWN', 'TABLE', 'OTHER', 'GIVEN', 'VOID', 'GONE', 'FREE', 'NEVER']) {
    const [made] = await db
      .insert(products)
      .values({
        ...{ code, description: `Produto ${code}`, brand: '', unit: 'UN' },
        price: code === 'OWN' ? '3' : '0',
        inactive: code === 'GONE',
      })
      .returning({ id: products.id });
    idOf[code] = made?.id ?? 0;
  }
  const [table] = await db.insert(priceTables).values({ name: 'Varejo' }).returning({ id: priceTables.id });
  await db
    .insert(productPrices)
    .values({ productId: idOf.TABLE ?? 0, priceTableId: table?.id ?? 0, price: '7' });
  const day = (code: string) => ({ code, issuedOn: '2026-10-05', notePrice: '12.5' });
  await sale({ ...day('SOLD'), issuedOn: '2026-09-01', notePrice: '99' });
  await sale(day('SOLD'));
  // A newer paper in a unit that nothing leads from, and one that only says what the goods were worth.
  await sale({ ...day('SOLD'), issuedOn: '2026-10-20', unit: 'PL' });
  await sale({ ...day('BOX'), unit: 'CX', factor: '12', baseUnit: 'UN', notePrice: null, worth: '100' });
  for (const code of ['OWN', 'TABLE', 'GONE']) await sale(day(code));
  await sale({ ...day('OTHER'), notePrice: '0.001' });
  await sale({ ...day('GIVEN'), kind: 'BONIFICACAO' });
  await sale({ ...day('VOID'), status: 'CANCELADA' });
});
afterAll(() => server?.close());

let number = 0;
interface Sale {
  code: string;
  issuedOn: string;
  notePrice: string | null;
  unit?: string;
  factor?: string;
  baseUnit?: string;
  worth?: string;
  kind?: 'VENDA' | 'BONIFICACAO';
  status?: 'AUTORIZADA' | 'CANCELADA';
}
async function sale({ code, issuedOn, notePrice, kind, status, worth = '0', ...line }: Sale): Promise<void> {
  const { db } = server.deps;
  number += 1;
  const [made] = await db
    .insert(invoices)
    .values({
      ...{ key: String(number).padStart(44, '0'), number, series: 1, issuedOn },
      ...{
        customerId: persons.customerIds.first,
        branchId: persons.branchIds[0],
        itemCount: 1,
        total: '10',
        ...(kind && { kind }),
      },
      ...(status && { status }),
    })
    .returning({ id: invoices.id });
  await db.insert(invoiceItems).values({
    ...{ invoiceId: made?.id ?? 0, line: 1, productId: idOf[code] ?? 0, description: code },
    ...{ unit: 'UN', purchased: '1', unitPrice: '110', unitPriceNoTax: worth, notePrice, ...line },
  });
}

const path = '/config/precos-propostos';
const as = (type: PersonType) => server.sessionOf(persons.people[type]);
const list = async (query = '') =>
  (await server.call('GET', `${path}${query}`, { token: await as('ADMIN') })).body as {
    itens: PriceProposal[];
    total: number;
    podeAceitar: boolean;
  };
const accept = async (itens: object[], type: PersonType = 'ADMIN') =>
  server.call('POST', path, { token: await as(type), body: { itens } });
const priceOf = async (code: string) =>
  (
    await server.deps.db
      .select()
      .from(products)
      .where(eq(products.id, idOf[code] ?? 0))
  )[0]?.price;

it('are those of products on sale without any price, for one unit, from the newest sale that leads to it', async () => {
  const { itens, total, podeAceitar } = await list();
  expect(itens.map(({ codigo, preco }) => [codigo, Number(preco)])).toEqual([
    ['BOX', 8.33],
    ['SOLD', 12.5],
  ]);
  expect([total, podeAceitar]).toEqual([2, true]);
  expect(itens[0]?.nota).toMatchObject({ emissao: '2026-10-05', unidade: 'CX', fator: '12', preco: '100' });
  expect((await list(`?idProd=${idOf.SOLD}`)).itens.map(({ codigo }) => codigo)).toEqual(['SOLD']);
  // Nothing is written by looking.
  expect(Number(await priceOf('SOLD'))).toBe(0);
});

it('come from sales that the person may see', async () => {
  const { db } = server.deps;
  await db
    .update(roles)
    .set({ grants: grantsOf(['CADASTROS_PRODUTOS']) })
    .where(eq(roles.key, 'VENDEDOR'));
  const codesOf = async (branch: number) => {
    const personId = persons.people.VENDEDOR;
    await db.delete(personBranches).where(eq(personBranches.personId, personId));
    await db.insert(personBranches).values({ personId, branchId: branch });
    const { body } = await server.call('GET', path, { token: await as('VENDEDOR') });
    return (body as { itens: PriceProposal[] }).itens.map(({ codigo }) => codigo);
  };
  expect(await codesOf(persons.branchIds[0])).toEqual(['BOX', 'SOLD']);
  expect(await codesOf(persons.branchIds[1])).toEqual([]);
});

it('are accepted by the command of the record, each as it was seen', async () => {
  const itens = [
    { idProd: idOf.SOLD, preco: '12.5' },
    { idProd: idOf.BOX, preco: '9' },
    { idProd: idOf.OWN, preco: '12.5' },
    { idProd: idOf.NEVER, preco: '1' },
  ];
  for (const type of ['CONSUMIDOR_FINAL', 'OPERADOR', 'VENDEDOR'] as const)
    expect((await accept(itens, type)).status).toBe(403);
  const { status, body } = await accept(itens);
  expect(status).toBe(200);
  expect(body).toMatchObject({ processados: 4, sucesso: [idOf.SOLD] });
  expect((body as { falhas: { mensagem: string }[] }).falhas.map(({ mensagem }) => mensagem)).toEqual([
    'A última venda agora é de R$\u00a08,33. Confira de novo.',
    'Este produto já tem preço, ou não há mais venda dele.',
    'Este produto já tem preço, ou não há mais venda dele.',
  ]);
  expect([Number(await priceOf('SOLD')), Number(await priceOf('OWN'))]).toEqual([12.5, 3]);
  const entries = await server.deps.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entity, 'products'))
    .orderBy(auditLog.id);
  expect(entries.map(({ entityId, after }) => [Number(entityId), after])).toEqual([
    [idOf.SOLD, { preco: '12.5' }],
  ]);
  expect((await list()).itens.map(({ codigo }) => codigo)).toEqual(['BOX']);
});

it('are accepted once by two people', async () => {
  const both = await Promise.all([0, 1].map(() => accept([{ idProd: idOf.BOX, preco: '8.33' }])));
  expect(both.map(({ body }) => (body as { sucesso: number[] }).sucesso.length).sort()).toEqual([0, 1]);
});

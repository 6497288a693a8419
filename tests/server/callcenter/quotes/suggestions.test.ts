import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { Suggestion, SuggestionLine } from '#contract/callcenter/quotes/suggestions.ts';
import type { PersonType } from '#contract/permissions.ts';
import {
  files,
  importBatches,
  invoiceItems,
  invoices,
  orderItems,
  orders,
  packagings,
  pastOrderItems,
  pastOrders,
  productStock,
  products,
} from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

let server: TestServer;
let fixture: TestPeople;
let ids: number[];
let sheet: string;

beforeAll(async () => {
  server = await testServer();
  const { db } = server.deps;
  fixture = await createPeople(db);
  const [branchId] = fixture.branchIds;
  const rows = await db
    .insert(products)
    .values(
      ['P1', 'P2', 'P3'].map((code) => ({
        code,
        description: `Produto ${code}`,
        brand: 'Serra',
        price: '10',
      })),
    )
    .returning();
  ids = rows.map(({ id }) => id);
  await db.insert(products).values({ code: 'VELHO', description: 'Velho', brand: 'Serra', inactive: true });
  await db.insert(productStock).values(ids.map((productId) => ({ productId, branchId, quantity: '1000' })));
  await invoiceOf('2', ids[0], 90);
  await invoiceOf('6', ids[0], 80);
  await invoiceOf('3', ids[1], 5);
  server.deps.files.get = async () => Readable.from([Buffer.from(sheet)]);
});
afterAll(() => server?.close());

let number = 0;
async function invoiceOf(quantity: string, productId: number | undefined, daysAgo: number) {
  const { db } = server.deps;
  const issuedOn = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  number += 1;
  const [invoice] = await db
    .insert(invoices)
    .values({
      key: String(number).padStart(44, '0'),
      number,
      customerId: fixture.customerIds.first,
      branchId: fixture.branchIds[0],
      issuedOn,
      itemCount: 1,
      total: '10',
    })
    .returning();
  await db.insert(invoiceItems).values({
    invoiceId: invoice?.id ?? 0,
    line: 1,
    productId: productId ?? 0,
    description: 'Produto',
    unit: 'UN',
    purchased: quantity,
    unitPrice: '10',
    unitPriceNoTax: '10',
  });
}

interface Elsewhere {
  /** Index in `ids`. */
  product: number;
  daysAgo: number;
  quantity: string;
  unit: string;
  status?: 'ENTREGUE' | 'CANCELADO';
  branch?: 0 | 1;
}

async function orderElsewhere({ product, daysAgo, quantity, unit, status, branch = 0 }: Elsewhere) {
  const { db } = server.deps;
  number += 1;
  const [order] = await db
    .insert(pastOrders)
    .values({
      number: `E-${number}`,
      customerId: fixture.customerIds.first,
      branchId: fixture.branchIds[branch],
      orderedOn: new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10),
      total: '10',
      ...(status && { status }),
    })
    .returning();
  const line = { line: 1, productId: ids[product] ?? 0, unit, quantity, price: '10' };
  await db.insert(pastOrderItems).values({ orderId: order?.id ?? 0, ...line });
}

const call = async (person: PersonType, method: 'GET' | 'POST', path: string, body?: object, key?: string) =>
  server.call(method, `/callcenter/sugestoes/${path}`, {
    token: await server.sessionOf(fixture.people[person]),
    ...(body && { body }),
    ...(key && { headers: { 'Idempotency-Key': key } }),
  });
const place = () => `${fixture.customerIds.first}/${fixture.branchIds[0]}`;

async function upload(content: string, owner: PersonType = 'OPERADOR') {
  sheet = content;
  const id = randomUUID();
  await server.deps.db.insert(files).values({
    id,
    name: 'lista.csv',
    mime: 'text/csv',
    size: content.length,
    sha256: '',
    storedAs: id,
    ownerId: fixture.people[owner],
  });
  return { arquivo: { id, nome: 'lista.csv', mime: 'text/csv', tamanho: content.length } };
}

describe('suggestions', () => {
  it('show nothing of a customer or branch out of scope', async () => {
    const foreign = `ULTIMAS_COMPRAS/${fixture.customerIds.second}/${fixture.branchIds[1]}`;
    expect((await call('OPERADOR', 'GET', foreign)).status).toBe(404);
    expect(
      (await call('OPERADOR', 'GET', `ULTIMAS_COMPRAS/${fixture.customerIds.first}/${fixture.branchIds[1]}`))
        .status,
    ).toBe(404);
    expect((await call('CONSUMIDOR_FINAL', 'GET', 'menus')).status).toBe(403);
    expect((await call('OPERADOR', 'GET', `NADA/${place()}`)).status).toBe(404);
  });

  it('come from purchases: the latest, the most frequent, the forgotten', async () => {
    const codes = async (tipo: string) =>
      (await call('OPERADOR', 'GET', `${tipo}/${place()}`)).body.map(
        ({ produto, quantidade }: { produto: { idExibicao: string }; quantidade: string }) =>
          `${produto.idExibicao} × ${Number(quantidade)}`,
      );
    expect(await codes('ULTIMAS_COMPRAS')).toEqual(['P2 × 3', 'P1 × 2']);
    expect(await codes('MAIS_COMPRADOS')).toEqual(['P1 × 2', 'P2 × 3']);
    expect(await codes('SEM_COMPRA')).toEqual(['P1 × 2']);
  });

  it('count orders made elsewhere once, and not those that an invoice already covers', async () => {
    const { db } = server.deps;
    await db.insert(packagings).values({
      ...{ productId: ids[2] ?? 0, name: 'Caixa', unit: 'CX', conversionFactor: '12' },
    });
    const reported = async () => {
      const { body } = await call('OPERADOR', 'GET', `MAIS_COMPRADOS/${place()}`);
      return body.map(
        (each: Suggestion) => `${each.produto.idExibicao} × ${Number(each.quantidade)}: ${each.motivo}`,
      );
    };
    await orderElsewhere({ product: 2, daysAgo: 40, quantity: '2', unit: 'CX' });
    await orderElsewhere({ product: 2, daysAgo: 39, quantity: '2', unit: 'CX' });
    await orderElsewhere({ product: 2, daysAgo: 38, quantity: '2', unit: 'CX' });
    // Its goods were on the invoice of five days ago.
    await orderElsewhere({ product: 1, daysAgo: 12, quantity: '3', unit: 'UN' });
    await orderElsewhere({ product: 1, daysAgo: 30, quantity: '3', unit: 'UN', status: 'CANCELADO' });
    await orderElsewhere({ product: 1, daysAgo: 30, quantity: '3', unit: 'UN', branch: 1 });
    expect(await reported()).toEqual([
      'P3 × 24: Comprou 3 vezes em um ano',
      'P1 × 2: Comprou 2 vezes em um ano',
      'P2 × 3: Comprou 1 vez em um ano',
    ]);
    const { body } = await server.call('POST', '/callcenter/produtos/sugestao', {
      token: await server.sessionOf(fixture.people.OPERADOR),
      body: { idCli: fixture.customerIds.first, idFil: fixture.branchIds[0] },
    });
    expect(body.map(({ idExibicao }: { idExibicao: string }) => idExibicao)).toEqual(['P3', 'P1', 'P2']);
    await db.delete(pastOrders);
  });
});

describe('list sent by a customer', () => {
  const LIST = 'Código;Quantidade\nP1;2\nP9;1\nP2;zero\nVELHO;1\nP1;3\nP3;1,5\n';

  it('is validated line by line, and nothing else is written', async () => {
    const { body } = await call('OPERADOR', 'POST', 'importar-arquivo', await upload(LIST));
    expect(body).toMatchObject({ validas: 2, recusadas: 4 });
    expect(body.linhas.map(({ motivo }: SuggestionLine) => motivo !== null)).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(await server.deps.db.$count(orders)).toBe(0);
  });

  it('can be neither read from nor confirmed for another person', async () => {
    expect((await call('OPERADOR', 'POST', 'importar-arquivo', await upload(LIST, 'VENDEDOR'))).status).toBe(
      404,
    );
    const { body } = await call('OPERADOR', 'POST', 'importar-arquivo', await upload(LIST));
    const other = await call('VENDEDOR', 'POST', `confirmar-importacao/${place()}`, { idLote: body.id });
    expect(other.status).toBe(404);
  });

  it('is confirmed once, also by two at the same time', async () => {
    const { body } = await call('OPERADOR', 'POST', 'importar-arquivo', await upload(LIST));
    const take = () => call('OPERADOR', 'POST', `confirmar-importacao/${place()}`, { idLote: body.id });
    const answers = await Promise.all([take(), take()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const [taken] = await server.deps.db.select().from(importBatches).where(eq(importBatches.id, body.id));
    expect(taken?.takenAt).not.toBeNull();
  });

  it('is rejected without its columns', async () => {
    const { status, body } = await call('OPERADOR', 'POST', 'importar-arquivo', await upload('a;b\n1;2\n'));
    expect([status, body.code]).toEqual([422, 'COLUNAS_FALTANDO']);
  });
});

describe('selected suggestions', () => {
  const finish = (key?: string, qtde = '2') =>
    call(
      'OPERADOR',
      'POST',
      `sugestao-pedido-finalizar/${place()}`,
      { produtos: [{ idProd: ids[0], qtde }] },
      key,
    );

  it('become one quote, however often they are sent', async () => {
    const key = randomUUID();
    const first = await finish(key);
    expect(first.status).toBe(200);
    expect((await finish(key)).body).toEqual(first.body);
    const lines = await server.deps.db
      .select()
      .from(orderItems)
      .where(eq(orderItems.orderId, first.body.data.id));
    expect(lines.map(({ productId, total }) => [productId, Number(total)])).toEqual([[ids[0], 20]]);
    expect(await server.deps.db.$count(orders)).toBe(1);
  });

  it('become no quote at all when one product cannot be sold', async () => {
    const before = await server.deps.db.$count(orders);
    const body = {
      produtos: [
        { idProd: ids[1], qtde: '1' },
        { idProd: 999_999, qtde: '1' },
      ],
    };
    expect((await call('OPERADOR', 'POST', `sugestao-pedido-finalizar/${place()}`, body)).status).toBe(404);
    expect(await server.deps.db.$count(orders)).toBe(before);
  });
});

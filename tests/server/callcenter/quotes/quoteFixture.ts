import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import { eq } from 'drizzle-orm';
import {
  customers,
  orders,
  packagings,
  parameters,
  priceRules,
  productStock,
  products,
} from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

export let server: TestServer;
export let persons: TestPeople;
export let seller: string;
export let foreign: string;
/** A product at 10 per unit, sold loose or in boxes of 12; stock 100, of which 4 are reserved. */
export let product: number;
export let box: number;
export let loose: number;

export const db = () => server.deps.db;
export const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, token = seller) =>
  server.call(method, `/callcenter/${path}`, { token, ...(body && { body }) });

/** The quote of the test, created for each one, and the last version seen. */
export let id: number;
export let versao: number;
export const save = async (body: object, path = 'autosave') => {
  const answer = await call('PUT', `orcamentos/${id}/${path}`, { versao, ...body });
  if (answer.status === 200) versao = answer.body.data.versao;
  return answer;
};
export const setParameter = (key: string, value: unknown) =>
  db()
    .insert(parameters)
    .values({ area: 'CALLCENTER', key, value, branchId: 0 })
    .onConflictDoUpdate({ target: [parameters.area, parameters.key, parameters.branchId], set: { value } });
interface Shown {
  vlSubTot: string;
  vlImpostos: string;
  vlTot: string;
}

/**
 * What a quote's cart says stands in its row, too, by which lists and reports count: the cart is added up from the lines, the row by
 * whoever wrote one. Asked after a write, since what moves a price or a tax by itself writes no quote.
 */
export async function expectSumsStored(quote: number, cart?: Shown) {
  const { vlSubTot, vlImpostos, vlTot }: Shown =
    cart ?? (await call('GET', `orcamentos/${quote}/carrinho`)).body.data;
  const [row] = await db().select().from(orders).where(eq(orders.id, quote));
  expect([row?.subtotal, row?.taxTotal, row?.total]).toEqual([vlSubTot, vlImpostos, vlTot]);
}
/** Records a version created by something other than `save`. */
export const seen = (version: number) => {
  versao = version;
};

/** A seller and a product with two packagings, with an empty quote before every test of the file. */
export function openQuotes() {
  beforeAll(async () => {
    server = await testServer();
    persons = await createPeople(db());
    seller = await server.sessionOf(persons.people.VENDEDOR);
    // Belongs to no branch, so that anything of a branch is unknown to them.
    foreign = await server.sessionOf(persons.people.REPRESENTANTE);
    await db().update(customers).set({ representativeId: null });
    const [row] = await db()
      .insert(products)
      .values({
        code: '1001',
        description: 'Tinta base fosca',
        brand: 'Casa Clara',
        barcode: '7891234567895',
        price: '10',
        cost: '6',
        netWeight: '1.5',
        tintBase: true,
        taxPercents: { ipi: '5', icms: '18' },
      })
      .returning();
    product = row?.id ?? 0;
    const packs = await db()
      .insert(packagings)
      .values([
        { productId: product, name: 'Unidade', standard: true },
        {
          productId: product,
          name: 'Caixa 12',
          unit: 'CX',
          conversionFactor: '12',
          priceFactor: '11.5',
          multiple: '2',
        },
      ])
      .returning();
    loose = packs[0]?.id ?? 0;
    box = packs[1]?.id ?? 0;
    await db().insert(productStock).values({
      productId: product,
      branchId: persons.branchIds[0],
      quantity: '100',
      reserved: '4',
      low: '10',
    });
    await db().insert(priceRules).values({ productId: product, minQuantity: '20', percent: '-10' });
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    const answer = await call('POST', 'orcamentos', { idCli: persons.customerIds.first });
    expect([answer.status, answer.body]).toMatchObject([200, { data: { message: 'Orçamento aberto.' } }]);
    id = answer.body.data.id;
    versao = 1;
  });
}

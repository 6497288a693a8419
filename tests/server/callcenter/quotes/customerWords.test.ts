import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { and, eq, sql } from 'drizzle-orm';
import type { EnteredLine, LineEntry } from '#contract/callcenter/quotes/quoteEntry.ts';
import { customerProductWords, orderItems, productStock, products } from '#server/db/tables/index.ts';
import {
  call,
  db,
  expectSumsStored,
  id,
  openQuotes,
  persons,
  seen,
  seller,
  server,
  versao,
} from './quoteFixture.ts';

openQuotes();

/** Two products that a customer may call 'branquinha', and one whose name says so. */
let lime: number;
let plaster: number;
let named: number;

beforeAll(async () => {
  const rows = await db()
    .insert(products)
    .values(
      ['Cal hidratada 20 kg', 'Gesso rápido 1 kg', 'Tinta branquinha'].map((description, at) => ({
        ...{ code: `BR-${at}`, description, brand: 'B', price: '10' },
      })),
    )
    .returning();
  [lime = 0, plaster = 0, named = 0] = rows.map((row) => row.id);
  await db()
    .insert(productStock)
    .values(rows.map((row) => ({ productId: row.id, branchId: persons.branchIds[0], quantity: '1000' })));
});
beforeEach(async () => {
  await db().delete(customerProductWords);
});

const customerId = () => persons.customerIds.first;
const send = async (path: 'linhas' | 'colar', body: object, token = seller): Promise<EnteredLine[]> => {
  const answer = await call('POST', `orcamentos/${id}/${path}`, { versao, ...body }, token);
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  seen(answer.body.data.orcamento.versao);
  return answer.body.data.linhas;
};
const paste = async (texto: string, token?: string) => send('colar', { texto }, token);
const choose = (idProd: number, palavras: string, more: Partial<LineEntry> = {}, token?: string) =>
  send('linhas', { linhas: [{ texto: palavras, idProd, qtde: '2', palavras, ...more }] }, token);
const learned = () =>
  db()
    .select({
      words: customerProductWords.words,
      productId: customerProductWords.productId,
      times: customerProductWords.times,
      personId: customerProductWords.personId,
    })
    .from(customerProductWords)
    .orderBy(customerProductWords.words);
const inQuote = async () => {
  const lines = await db()
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, id))
    .orderBy(orderItems.line);
  return lines.filter(({ removedAt }) => !removedAt).map((line) => [line.productId, Number(line.quantity)]);
};

describe('what a customer calls a product', () => {
  it('is the product of the last choice, whoever chose, and counts how often it was', async () => {
    const other = await server.sessionOf(persons.people.SUPERVISOR);
    await choose(lime, 'branquinha');
    await choose(lime, 'Branquinha!');
    expect(await learned()).toMatchObject([{ words: 'branquinha', productId: lime, times: 2 }]);
    await choose(plaster, 'branquinha', {}, other);
    expect(await learned()).toEqual([
      { words: 'branquinha', productId: plaster, times: 1, personId: persons.people.SUPERVISOR },
    ]);
    const [line] = await paste('3 branquinha');
    expect(line).toMatchObject({
      situacao: 'INCLUIDA',
      idProd: plaster,
      palavras: 'branquinha',
      lembrado: { vezes: 1, em: expect.any(String) },
    });
    // Taken as before, it stays in use.
    expect(await learned()).toMatchObject([{ productId: plaster, times: 2 }]);
  });

  it('is learned of two sellers at once without an error', async () => {
    const words = ['branquinha', 'pó da parede', 'saco do pedreiro'];
    const another = await call('POST', 'orcamentos', { idCli: customerId() });
    const entries = (idProd: number) => words.map((palavras) => ({ texto: palavras, idProd, palavras }));
    const answers = await Promise.all([
      call('POST', `orcamentos/${id}/linhas`, { versao, linhas: entries(lime) }),
      call('POST', `orcamentos/${another.body.data.id}/linhas`, {
        versao: 1,
        linhas: entries(plaster).reverse(),
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const products = new Set((await learned()).map(({ productId }) => productId));
    expect([products.size, (await learned()).length]).toEqual([1, 3]);
  });

  it('is never a number, nor a letter by itself', async () => {
    for (const palavras of ['12', '4471 4472', '5 m', '-'])
      await choose(lime, palavras, { texto: 'escolhido' });
    expect(await learned()).toEqual([]);
    // What was stored otherwise is not looked up either.
    await db().insert(customerProductWords).values({
      customerId: customerId(),
      words: '4471 4472',
      productId: lime,
      personId: persons.people.VENDEDOR,
    });
    expect(await paste('cod 4471 cod 4472')).toMatchObject([{ situacao: 'ESCOLHER', lembrado: null }]);
  });

  it('is found by likeness again once its product is sold no more', async () => {
    await choose(lime, 'branquinha');
    await db().update(products).set({ inactive: true }).where(eq(products.id, lime));
    const [line] = await paste('3 branquinha');
    await db().update(products).set({ inactive: false }).where(eq(products.id, lime));
    expect(line).toMatchObject({
      situacao: 'INCLUIDA',
      idProd: named,
      lembrado: null,
      palavras: 'branquinha',
    });
  });

  it('is of this customer alone, and of the newest 2,000', async () => {
    await db().execute(sql`insert into ${customerProductWords} (customer_id, words, product_id, person_id, at)
      select c.id, 'palavra ' || n, ${lime}, ${persons.people.VENDEDOR}, now() - interval '1 year' + n * interval '1 second'
      from unnest(array[${customerId()}, ${persons.customerIds.second}]::int[]) c(id), generate_series(1, 2000) n`);
    await choose(plaster, 'branquinha');
    const count = (whose: number) =>
      db().$count(customerProductWords, eq(customerProductWords.customerId, whose));
    expect([await count(customerId()), await count(persons.customerIds.second)]).toEqual([2000, 2000]);
    const oldest = and(
      eq(customerProductWords.customerId, customerId()),
      eq(customerProductWords.words, 'palavra 1'),
    );
    expect(await db().$count(customerProductWords, oldest)).toBe(0);
    await db()
      .update(customerProductWords)
      .set({ customerId: persons.customerIds.second })
      .where(eq(customerProductWords.words, 'branquinha'));
    expect((await paste('3 branquinha'))[0]?.lembrado).toBeNull();
  });

  it('is not learned of what is added by its code, nor of what is refused', async () => {
    expect(await paste('3 BR-0')).toMatchObject([{ situacao: 'INCLUIDA', palavras: '', lembrado: null }]);
    await db().update(productStock).set({ quantity: '0' }).where(eq(productStock.productId, lime));
    expect(await choose(lime, 'branquinha')).toMatchObject([{ situacao: 'RECUSADA' }]);
    await db().update(productStock).set({ quantity: '1000' }).where(eq(productStock.productId, lime));
    expect(await learned()).toEqual([]);
  });
});

describe('another product for a pasted line', () => {
  it('takes the place of what the line brought, and is the one of the next time', async () => {
    await choose(lime, 'branquinha');
    const [line] = await paste('5 branquinha');
    expect(await inQuote()).toEqual([[lime, 7]]);
    const noLugarDe = { idProd: line?.idProd ?? 0, qtde: line?.qtde ?? '' };
    await choose(plaster, line?.palavras ?? '', { qtde: '5', noLugarDe });
    // What was there before the list stays.
    expect(await inQuote()).toEqual([
      [lime, 2],
      [plaster, 5],
    ]);
    await expectSumsStored(id);
    expect(await learned()).toMatchObject([{ productId: plaster, times: 1 }]);
    await choose(named, 'branquinha', { noLugarDe: { idProd: plaster, qtde: '5' } });
    expect(await inQuote()).toEqual([
      [lime, 2],
      [named, 2],
    ]);
    await expectSumsStored(id);
  });

  it('leaves the quote as it is where it is refused', async () => {
    await paste('5 branquinha');
    await db().update(productStock).set({ quantity: '0' }).where(eq(productStock.productId, lime));
    const [refused] = await choose(lime, 'branquinha', { noLugarDe: { idProd: named, qtde: '5' } });
    await db().update(productStock).set({ quantity: '1000' }).where(eq(productStock.productId, lime));
    expect(refused?.situacao).toBe('RECUSADA');
    expect(await inQuote()).toEqual([[named, 5]]);
    expect(await learned()).toEqual([]);
  });

  it('takes nothing else where the line is gone, and several at once in one go', async () => {
    await paste('5 branquinha');
    await choose(lime, 'branquinha', { noLugarDe: { idProd: plaster, qtde: '5' } });
    expect(await inQuote()).toEqual([
      [named, 5],
      [lime, 2],
    ]);
    const half = { idProd: named, qtde: '2' };
    await send('linhas', {
      linhas: [lime, plaster].map((idProd) => ({ texto: 'x', idProd, qtde: '1', noLugarDe: half })),
    });
    expect(await inQuote()).toEqual([
      [named, 1],
      [lime, 3],
      [plaster, 1],
    ]);
    await expectSumsStored(id);
  });
});

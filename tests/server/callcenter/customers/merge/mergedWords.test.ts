import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { customerProductWords, products } from '#server/db/tables/index.ts';
import { type CustomersFixture, customersFixture } from './mergeFixture.ts';

let fixture: CustomersFixture;
beforeAll(async () => {
  fixture = await customersFixture();
});
afterAll(() => fixture?.server.close());

const db = () => fixture.server.deps.db;

it('words of merged customers mean what was chosen last, and go back as they were', async () => {
  const [lead, from] = [fixture.customerIds.first, await fixture.firstContact()];
  const [first, second] = await db()
    .insert(products)
    .values(['CAL', 'GESSO'].map((code) => ({ code, description: code, brand: 'B', price: '10' })))
    .returning();
  const words = (customerId: number, text: string, productId: number | undefined, day: number) => ({
    ...{ customerId, words: text, productId: productId ?? 0, personId: fixture.people.VENDEDOR },
    at: new Date(Date.UTC(2026, 10, day)),
  });
  await db()
    .insert(customerProductWords)
    .values([
      words(lead, 'branquinha', first?.id, 1),
      words(from, 'branquinha', second?.id, 2),
      words(lead, 'po parede', first?.id, 4),
      words(from, 'po parede', second?.id, 3),
      words(from, 'saco pedreiro', second?.id, 3),
    ]);
  const before = await fixture.stored(lead, from);
  const merged = await fixture.call('SUPERVISOR', 'POST', `/callcenter/clientes/${lead}/unir`, {
    outro: { id: from },
  });
  expect(merged.status).toBe(200);
  const kept = await db()
    .select({ words: customerProductWords.words, productId: customerProductWords.productId })
    .from(customerProductWords)
    .where(eq(customerProductWords.customerId, lead))
    .orderBy(customerProductWords.words);
  expect(kept).toEqual([
    { words: 'branquinha', productId: second?.id },
    { words: 'po parede', productId: first?.id },
    { words: 'saco pedreiro', productId: second?.id },
  ]);
  const undone = await fixture.call('SUPERVISOR', 'POST', `/callcenter/clientes/${lead}/desfazer-uniao`, {
    cliente: from,
  });
  expect(undone.status).toBe(200);
  expect(await fixture.stored(lead, from)).toEqual(before);
});

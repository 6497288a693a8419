import { addDays } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { orderItems, orders, products } from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

/** A quote of the seller in the first branch, with two lines. */
export interface NegotiationsFixture extends TestPeople {
  server: TestServer;
  tokens: Record<keyof TestPeople['people'], string>;
  productIds: number[];
  /** A new open quote with its lines in order. */
  quote: (values?: Partial<typeof orders.$inferInsert>) => Promise<{ id: number; items: number[] }>;
}

export async function negotiationsFixture(): Promise<NegotiationsFixture> {
  const server = await testServer();
  const { db } = server.deps;
  const people = await createPeople(db);
  const tokens: Partial<NegotiationsFixture['tokens']> = {};
  for (const type of Object.keys(people.people) as (keyof TestPeople['people'])[])
    tokens[type] = await server.sessionOf(people.people[type]);
  const made = await db
    .insert(products)
    .values([
      {
        code: 'P-1',
        description: 'Detergente neutro',
        brand: 'Limpa',
        cost: '6',
        taxPercents: { ipi: '10' },
      },
      { code: 'P-2', description: 'Esponja dupla', brand: 'Limpa', cost: '1', taxPercents: { ipi: '10' } },
    ])
    .returning({ id: products.id });
  const productIds = made.map(({ id }) => id);
  const quote: NegotiationsFixture['quote'] = async (values = {}) => {
    const [order] = await db
      .insert(orders)
      .values({
        status: 'ATIVO',
        customerId: people.customerIds.first,
        branchId: people.branchIds[0],
        representativeId: people.representativeId,
        sellerId: people.people.VENDEDOR,
        validUntil: addDays(localDate(server.deps.now(), 'America/Sao_Paulo'), 5),
        ...values,
      })
      .returning({ id: orders.id });
    const id = order?.id ?? 0;
    const items = await db
      .insert(orderItems)
      .values(
        productIds.map((productId, index) => ({
          orderId: id,
          line: index + 1,
          branchId: people.branchIds[0],
          productId,
          quantity: '3',
          listPrice: '10',
          price: '10',
          total: '30',
          cost: '6',
          taxes: { ipi: { perc: '10', valor: '3' } },
        })),
      )
      .returning({ id: orderItems.id });
    return { id, items: items.map((item) => item.id) };
  };
  return { ...people, server, tokens: tokens as NegotiationsFixture['tokens'], productIds, quote };
}

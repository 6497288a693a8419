import { eq } from 'drizzle-orm';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { seedTerms } from '#server/db/seed/demo/sales/terms.ts';
import { installation, orderItems, orders, productStock, products } from '#server/db/tables/index.ts';
import type { TestData } from '#tests/support/database/database.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

export interface OrderFixture extends TestPeople {
  server: TestServer;
  tokens: Record<keyof TestPeople['people'], string>;
  productId: number;
  today: string;
  /** A quote of the first branch with one line of the given quantity, paid at once. */
  quote: (part?: Partial<typeof orders.$inferInsert>, quantity?: string) => Promise<number>;
  reserved: () => Promise<string | undefined>;
}

export const CASH = { method: 3, plan: 1, online: 4 };

export async function orderFixture(data: TestData = {}): Promise<OrderFixture> {
  const server = await testServer({ demo: true }, data);
  await server.deps.db.insert(installation).values({ demo: true }).onConflictDoNothing();
  const { db, pool } = server.deps;
  // A plan with a discount and a method with a fee, which a new company does not have.
  await seedTerms({ client: pool });
  const people = await createPeople(db);
  const [product] = await db
    .insert(products)
    .values({ code: 'P1', description: 'Café torrado', brand: 'Serra', price: '10' })
    .returning({ id: products.id });
  const productId = product?.id ?? 0;
  const branchId = people.branchIds[0];
  await db.insert(productStock).values({ productId, branchId, quantity: '10' });
  const tokens = {} as OrderFixture['tokens'];
  for (const [type, id] of Object.entries(people.people) as [keyof TestPeople['people'], number][])
    tokens[type] = await server.sessionOf(id);
  const today = localDate(server.deps.now(), 'America/Sao_Paulo');
  return {
    ...people,
    server,
    tokens,
    productId,
    today,
    async quote(part = {}, quantity = '2') {
      const [row] = await db
        .insert(orders)
        .values({
          status: 'ATIVO',
          customerId: people.customerIds.first,
          branchId,
          representativeId: people.representativeId,
          sellerId: people.people.VENDEDOR,
          paymentMethodId: CASH.method,
          paymentPlanId: CASH.plan,
          validUntil: addDays(today, 5),
          itemCount: 1,
          subtotal: '20',
          total: '20',
          ...part,
        })
        .returning({ id: orders.id });
      const orderId = row?.id ?? 0;
      await db.insert(orderItems).values({
        orderId,
        line: 1,
        branchId,
        productId,
        quantity,
        listPrice: '10',
        price: '10',
        total: '20',
      });
      return orderId;
    },
    async reserved() {
      const [row] = await db.select().from(productStock).where(eq(productStock.productId, productId));
      return row?.reserved;
    },
  };
}

import { asc } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { customerGroupMembers, customerGroups, customers } from '#server/db/tables/index.ts';

/** Makes one group of the first customers, so that lists have some in a group and some in none. */
export async function groupCustomers(db: Db): Promise<void> {
  const first = await db.select({ id: customers.id }).from(customers).orderBy(asc(customers.id)).limit(4);
  const [group] = await db.insert(customerGroups).values({ name: 'Rede de prova' }).returning();
  await db
    .insert(customerGroupMembers)
    .values(first.map(({ id }) => ({ customerId: id, groupId: group?.id ?? 0, since: new Date() })));
}

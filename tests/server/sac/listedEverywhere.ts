import { eq } from 'drizzle-orm';
import {
  followUpStages,
  followUpTypes,
  orderItems,
  orders,
  pickups,
  pickupTickets,
  priceNegotiations,
  products,
} from '#server/db/tables/index.ts';
import type { TicketFixture } from './tickets/ticketFixture.ts';

/**
 * Puts the first customer, who has an order, into the lists that are not of customers: prices to be decided, pickups with this
 * ticket, and a board, whose path it returns.
 */
export async function listedEverywhere(fixture: TicketFixture, ticketId: number): Promise<string> {
  const { server, customerIds, people: persons, branchIds } = fixture;
  const { db } = server.deps;
  const customerId = customerIds.first;
  const [order] = await db.select({ id: orders.id }).from(orders).where(eq(orders.customerId, customerId));
  const [product] = await db
    .insert(products)
    .values({ code: 'PN', brand: 'Serra', description: 'Rum' })
    .returning({ id: products.id });
  const sold = {
    orderId: order?.id ?? 0,
    productId: product?.id ?? 0,
    branchId: branchIds[0],
    quantity: '1',
  };
  const [item] = await db
    .insert(orderItems)
    .values({
      ...sold,
      line: 1,
      description: 'Rum',
      unit: 'UN',
      listPrice: '10',
      price: '10',
      total: '10',
    } as never)
    .returning({ id: orderItems.id });
  await db.insert(priceNegotiations).values({
    ...{ ...sold, itemId: item?.id ?? 0, customerId, requesterId: persons.ADMIN },
    ...{ listPrice: '10', requestedPrice: '9' },
  });
  const [pickup] = await db
    .insert(pickups)
    .values({ type: 'REPRESENTANTE', representativeId: fixture.representativeId, createdBy: persons.ADMIN })
    .returning({ id: pickups.id });
  await db.insert(pickupTickets).values({ pickupId: pickup?.id ?? 0, ticketId });
  const [board] = await db.insert(followUpTypes).values({ name: 'Todos' }).returning();
  const [stage] = await db
    .insert(followUpStages)
    .values({ typeId: board?.id ?? 0, position: 1, name: 'Todos' })
    .returning();
  return `/callcenter/acompanhamento-clientes/${board?.id}/${stage?.id}`;
}

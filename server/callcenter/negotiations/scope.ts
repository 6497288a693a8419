import { and, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { User } from '../../context.ts';
import { orders, priceNegotiations } from '../../db/tables/index.ts';
import { orderScope } from '../../session/scope.ts';

/** Over `price_negotiations`: those of the quotes that the person sees. */
export function negotiationScope(user: User): SQL | undefined {
  const ofOrders = orderScope(user);
  if (!ofOrders) return undefined;
  const visible = new QueryBuilder()
    .select({ one: sql`1` })
    .from(orders)
    .where(and(eq(orders.id, priceNegotiations.orderId), ofOrders));
  // The branch is in the index of the list: it narrows what the quotes are asked about.
  const branches = user.type === 'REPRESENTANTE' || user.branchIds.length === 0 ? undefined : user.branchIds;
  return and(branches && inArray(priceNegotiations.branchId, [...branches]), exists(visible));
}

import { and, desc, eq, ne, notInArray } from 'drizzle-orm';
import { allows } from '#contract/permissions.ts';
import { NEVER_BOUGHT } from '#contract/rules/orders/orderActions.ts';
import { startOfDay } from '#contract/rules/time/dayRange.ts';
import type { Reading } from '#server/context.ts';
import { orders, pastOrders } from '#server/db/tables/index.ts';
import { branchScope, orderScope } from '#server/session/scope.ts';
import { zoneOf } from '#server/session/zoneOf.ts';

export interface LastOrder {
  kind: 'OWN' | 'PAST';
  key: number;
  /** `null` for an order that was made outside the console. */
  id: number | null;
  numero: string;
  at: Date;
  total: string;
}

/** The newest order of a customer that the user may see, of this console or of another system. */
export async function lastOrder(ctx: Reading<'db' | 'user'>, customerId: number): Promise<LastOrder | null> {
  const [own] = await ctx.db
    .select({ id: orders.id, at: orders.createdAt, total: orders.total })
    .from(orders)
    .where(
      and(
        eq(orders.customerId, customerId),
        eq(orders.stage, 'PEDIDO'),
        notInArray(orders.status, [...NEVER_BOUGHT]),
        orderScope(ctx.user),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1);
  const past = await lastPast(ctx, customerId);
  if (past && (!own || past.at > own.at))
    return { kind: 'PAST', key: past.id, id: null, numero: past.number, at: past.at, total: past.total };
  if (!own) return null;
  return { kind: 'OWN', key: own.id, id: own.id, numero: String(own.id), at: own.at, total: own.total };
}

async function lastPast({ db, user }: Reading<'db' | 'user'>, customerId: number) {
  if (!allows(user.grants, 'CLIENTE_PEDIDOS')) return null;
  const [row] = await db
    .select({
      id: pastOrders.id,
      number: pastOrders.number,
      day: pastOrders.orderedOn,
      total: pastOrders.total,
    })
    .from(pastOrders)
    .where(
      and(
        eq(pastOrders.customerId, customerId),
        ne(pastOrders.status, 'CANCELADO'),
        branchScope(user, pastOrders.branchId),
      ),
    )
    .orderBy(desc(pastOrders.orderedOn), desc(pastOrders.id))
    .limit(1);
  return row ? { ...row, at: startOfDay(row.day, await zoneOf(db, user)) } : null;
}

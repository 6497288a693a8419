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
  const own = await lastOwn(ctx, customerId);
  const past = await lastPast(ctx, customerId);
  if (past && (!own || past.at > own.createdAt))
    return { kind: 'PAST', key: past.id, id: null, numero: past.number, at: past.at, total: past.total };
  if (!own) return null;
  const { id, createdAt: at, total } = own;
  return { kind: 'OWN', key: id, id, numero: String(id), at, total };
}

/** The newest order that was made here: one of another system has no terms. */
export async function lastOwn(ctx: Reading<'db' | 'user'>, customerId: number) {
  const [own] = await ctx.db
    .select()
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
  return own;
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

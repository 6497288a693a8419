import { and, eq, isNotNull, isNull, ne, notInArray, sql } from 'drizzle-orm';
import { couponRefusal } from '#contract/rules/orders/couponConditions.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { branches, couponProducts, coupons, customers, orderItems, orders } from '../../db/tables/index.ts';

type Order = Pick<
  typeof orders.$inferSelect,
  'id' | 'customerId' | 'couponId' | 'couponCode' | 'status' | 'subtotal'
>;
type CouponRecord = typeof coupons.$inferSelect;

/** In these statuses an order no longer holds a use of its coupon; the coupon's name is kept for later readers. */
const ENDED_STATUSES: readonly Order['status'][] = ['VENCIDO', 'PERDIDO', 'CANCELADO'];

const holdsUse = ({ couponId, status }: Pick<Order, 'couponId' | 'status'>): boolean =>
  couponId !== null && !ENDED_STATUSES.includes(status);

/**
 * Returns the coupon uses of quotes and orders that are about to end. Takes their locked rows before the change: one that had
 * already ended holds no use. Coupons are updated in id order, so that two jobs cannot deadlock.
 */
export async function returnCouponUses(
  tx: Tx,
  holders: readonly Pick<Order, 'couponId' | 'status'>[],
): Promise<void> {
  const couponIds = holders.flatMap((holder) =>
    holder.couponId !== null && holdsUse(holder) ? [holder.couponId] : [],
  );
  for (const id of [...new Set(couponIds)].sort((a, b) => a - b)) {
    const count = couponIds.filter((each) => each === id).length;
    await tx
      .update(coupons)
      .set({ uses: sql`greatest(0, ${coupons.uses} - ${count})` })
      .where(eq(coupons.id, id));
  }
}

interface Judged {
  coupon: CouponRecord | undefined;
  refusal: ReturnType<typeof couponRefusal>;
}

/**
 * Judges a coupon for a quote by `couponRefusal`, with the coupon's row locked, so that of two quotes only one gets the last
 * use, or a customer's only one.
 */
async function judged(
  tx: Executor,
  order: Order,
  coupon: CouponRecord | undefined,
  today: CalendarDate,
): Promise<Judged> {
  const refusal = couponRefusal(coupon ? { ...coupon, productIds: await productsOf(tx, coupon.id) } : null, {
    today,
    subtotal: order.subtotal,
    productIds: await soldProducts(tx, order.id),
    holdsUse: coupon?.id === order.couponId && holdsUse(order),
    lastPurchase: await lastPurchaseApartFrom(tx, order),
    usedElsewhere: coupon !== undefined && (await usedElsewhere(tx, order, coupon.id)),
  });
  return { coupon, refusal };
}

export async function judgeCode(tx: Tx, order: Order, code: string, today: CalendarDate): Promise<Judged> {
  const [coupon] = await tx.select().from(coupons).where(eq(coupons.code, code)).for('update');
  return judged(tx, order, coupon, today);
}

/** Of two quotes with one coupon, the second counts the use of the first. */
export async function lockOwnCoupon(tx: Tx, { couponId }: Order): Promise<void> {
  if (couponId !== null)
    await tx.select({ id: coupons.id }).from(coupons).where(eq(coupons.id, couponId)).for('update');
}

/** Why a quote or order may not keep its own coupon; `null` when it may, or has none. */
export async function ownCouponRefusal(
  tx: Executor,
  order: Order,
  today: CalendarDate,
): Promise<{ code: string; message: string } | null> {
  if (order.couponId === null) return null;
  const [coupon] = await tx.select().from(coupons).where(eq(coupons.id, order.couponId));
  const { refusal } = await judged(tx, order, coupon, today);
  if (!refusal) return null;
  return refusal.code === 'CUPOM_INVALIDO'
    ? { code: 'CUPOM_VENCIDO', message: `O cupom ${order.couponCode} não vale mais.` }
    : { code: refusal.code, message: `Cupom ${order.couponCode}: ${refusal.message}` };
}

/** Takes one use of a coupon whose row is locked. */
export const redeemCoupon = (tx: Tx, id: number) =>
  tx
    .update(coupons)
    .set({ uses: sql`${coupons.uses} + 1` })
    .where(eq(coupons.id, id));

export const removeCoupon = (tx: Tx, orderId: number) =>
  tx.update(orders).set({ couponId: null, couponCode: '' }).where(eq(orders.id, orderId));

/**
 * Judges the coupon of a quote that is renewed or goes to another customer, and takes a use of it again if the quote had
 * ended. Returns '' when the quote keeps it, otherwise the reason; the use that it held is returned then.
 */
export async function keepCoupon(tx: Tx, order: Order, today: CalendarDate): Promise<string> {
  await lockOwnCoupon(tx, order);
  const refusal = await ownCouponRefusal(tx, order, today);
  if (refusal) await returnCouponUses(tx, [order]);
  else if (order.couponId !== null && !holdsUse(order)) await redeemCoupon(tx, order.couponId);
  return refusal?.message ?? '';
}

async function productsOf(db: Executor, couponId: number): Promise<number[]> {
  const rows = await db
    .select({ id: couponProducts.productId })
    .from(couponProducts)
    .where(eq(couponProducts.couponId, couponId));
  return rows.map(({ id }) => id);
}

async function soldProducts(db: Executor, orderId: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: orderItems.productId })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orderId), isNull(orderItems.removedAt), eq(orderItems.bonus, false)));
  return rows.map(({ id }) => id);
}

/** The later of the last invoice and the last order that was not cancelled, apart from the given one. */
async function lastPurchaseApartFrom(db: Executor, { id, customerId }: Order): Promise<CalendarDate | null> {
  const [customer] = await db
    .select({ day: customers.lastPurchaseOn })
    .from(customers)
    .where(eq(customers.id, customerId));
  const [ordered] = await db
    .select({
      day: sql<string | null>`max((${orders.orderedAt} at time zone ${branches.timeZone})::date)::text`,
    })
    .from(orders)
    .innerJoin(branches, eq(branches.id, orders.branchId))
    .where(
      and(
        eq(orders.customerId, customerId),
        eq(orders.stage, 'PEDIDO'),
        ne(orders.status, 'CANCELADO'),
        ne(orders.id, id),
        isNotNull(orders.orderedAt),
      ),
    );
  const days = [customer?.day, ordered?.day].filter((day) => day != null).sort();
  return days.at(-1) ?? null;
}

async function usedElsewhere(db: Executor, { id, customerId }: Order, couponId: number): Promise<boolean> {
  const count = await db.$count(
    orders,
    and(
      eq(orders.customerId, customerId),
      eq(orders.couponId, couponId),
      ne(orders.id, id),
      notInArray(orders.status, [...ENDED_STATUSES]),
    ),
  );
  return count > 0;
}

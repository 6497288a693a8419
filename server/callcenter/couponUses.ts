import { eq, sql } from 'drizzle-orm';
import type { CalendarDate } from '../../contract/rules/calendarDate.ts';
import type { Tx } from '../db/client.ts';
import { coupons } from '../db/tables/index.ts';
import type { OrderRecord } from './orderLock.ts';

type Holder = Pick<OrderRecord, 'couponId' | 'status'>;

/** What is over holds no use of its coupon; it keeps the name of it, for who reads it later. */
const OVER: readonly OrderRecord['status'][] = ['VENCIDO', 'PERDIDO', 'CANCELADO'];

/**
 * Gives back the uses of quotes and orders that are about to be over, as their locked rows still stand: one that was
 * over already holds none. In the order of the coupons: no two who tidy at once wait for each other.
 */
export async function giveBackUses(tx: Tx, holders: readonly Holder[]): Promise<void> {
  const held = holders.flatMap(({ couponId, status }) =>
    couponId === null || OVER.includes(status) ? [] : [couponId],
  );
  for (const id of [...new Set(held)].sort((a, b) => a - b)) {
    const count = held.filter((each) => each === id).length;
    await tx
      .update(coupons)
      .set({ uses: sql`greatest(0, ${coupons.uses} - ${count})` })
      .where(eq(coupons.id, id));
  }
}

export type CouponRecord = typeof coupons.$inferSelect;

export const holdsOn = (coupon: CouponRecord, today: CalendarDate): boolean =>
  coupon.active && coupon.startsOn <= today && today <= coupon.endsOn;

export const isUsedUp = ({ maxUses, uses }: CouponRecord): boolean => maxUses !== null && uses >= maxUses;

/** Takes one use of a coupon whose row is locked. */
export const takeUse = (tx: Tx, { id }: CouponRecord) =>
  tx
    .update(coupons)
    .set({ uses: sql`${coupons.uses} + 1` })
    .where(eq(coupons.id, id));

/** For a quote that was over and is open again; false when the coupon has no use left for it. */
export async function takeUseAgain(tx: Tx, order: Holder, today: CalendarDate): Promise<boolean> {
  if (order.couponId === null || !OVER.includes(order.status)) return true;
  const [coupon] = await tx.select().from(coupons).where(eq(coupons.id, order.couponId)).for('update');
  if (!coupon || !holdsOn(coupon, today) || isUsedUp(coupon)) return false;
  await takeUse(tx, coupon);
  return true;
}

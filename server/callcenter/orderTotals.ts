import { eq, sql } from 'drizzle-orm';
import { orderTotals } from '../../contract/rules/orders/orderTotals.ts';
import type { Tx } from '../db/client.ts';
import { coupons, orderItems, orders, paymentMethods } from '../db/tables/index.ts';

/**
 * Sums of a quote or order, written anew from the lines that stand, with its next version. Whoever changes a line,
 * the freight, the coupon or the payment method calls it before the transaction ends.
 */
export async function writeTotals(tx: Tx, orderId: number): Promise<void> {
  const [order] = await tx
    .select({
      freight: orders.freight,
      couponId: orders.couponId,
      fixedFee: paymentMethods.fixedFee,
      percent: coupons.percent,
      amount: coupons.amount,
      minimum: coupons.minimum,
    })
    .from(orders)
    .leftJoin(paymentMethods, eq(paymentMethods.id, orders.paymentMethodId))
    .leftJoin(coupons, eq(coupons.id, orders.couponId))
    .where(eq(orders.id, orderId));
  if (!order) return;
  const totals = orderTotals({
    lines: await linesOf(tx, orderId),
    freight: order.freight,
    fixedFee: order.fixedFee ?? '0',
    coupon: order.couponId
      ? { percent: order.percent, amount: order.amount, minimum: order.minimum ?? '0' }
      : null,
  });
  await tx
    .update(orders)
    .set({ ...totals, version: sql`${orders.version} + 1`, updatedAt: sql`now()` })
    .where(eq(orders.id, orderId));
}

async function linesOf(tx: Tx, orderId: number) {
  const rows = await tx
    .select({
      quantity: orderItems.quantity,
      price: orderItems.price,
      cost: orderItems.cost,
      taxes: orderItems.taxes,
      bonus: orderItems.bonus,
      removedAt: orderItems.removedAt,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
  return rows.map(({ removedAt, ...line }) => ({ ...line, removed: removedAt !== null }));
}

import { eq, sql } from 'drizzle-orm';
import { compareDecimals } from '../../contract/rules/decimal.ts';
import { settledFreight } from '../../contract/rules/freight/payableFreight.ts';
import { orderTotals } from '../../contract/rules/orders/orderTotals.ts';
import type { Tx } from '../db/client.ts';
import { coupons, orderItems, orders, paymentMethods } from '../db/tables/index.ts';
import { keptFreight } from './freight/queries.ts';
import { freightRulesOf } from './freightRules.ts';
import type { OrderRecord } from './orderLock.ts';

/** What followed from new sums by itself. */
export interface SumsWritten {
  /** The customer pays another freight than before: the goods reach the exemption, or no longer do. */
  freight: { before: string; now: string } | null;
}

/**
 * Sums of a quote or order, written anew from the lines that stand, with its next version. Whoever changes a line,
 * the freight, the coupon or the payment method calls it before the transaction ends.
 */
export async function writeTotals(tx: Tx, orderId: number): Promise<SumsWritten> {
  const [found] = await tx
    .select({
      order: orders,
      fixedFee: paymentMethods.fixedFee,
      coupon: { percent: coupons.percent, amount: coupons.amount, minimum: coupons.minimum },
    })
    .from(orders)
    .leftJoin(paymentMethods, eq(paymentMethods.id, orders.paymentMethodId))
    .leftJoin(coupons, eq(coupons.id, orders.couponId))
    .where(eq(orders.id, orderId));
  if (!found) return { freight: null };
  const { order, fixedFee, coupon } = found;
  const sums = {
    lines: await linesOf(tx, orderId),
    fixedFee: fixedFee ?? '0',
    coupon: order.couponId === null ? null : coupon,
  };
  const { subtotal } = orderTotals({ ...sums, freight: '0' });
  const freight = await freightAt(tx, order, subtotal);
  await tx
    .update(orders)
    .set({
      ...orderTotals({ ...sums, freight }),
      freight,
      version: sql`${orders.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(orders.id, orderId));
  const isSame = compareDecimals(order.freight, freight) === 0;
  return { freight: isSame ? null : { before: order.freight, now: freight } };
}

/** Exemption and embedded part are those of the goods as they are now, not as they were when it was chosen. */
async function freightAt(tx: Tx, order: OrderRecord, subtotal: string): Promise<string> {
  const kept = keptFreight(order);
  if (!kept) return order.freight;
  return settledFreight(order.freightOriginal, kept.set, await freightRulesOf(tx, order, subtotal));
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

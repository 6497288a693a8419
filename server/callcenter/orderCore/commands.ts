import { and, desc, eq, sql } from 'drizzle-orm';
import { compareDecimals } from '../../../contract/rules/decimal.ts';
import { settledFreight } from '../../../contract/rules/freight/payableFreight.ts';
import { orderTotals } from '../../../contract/rules/orders/orderTotals.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { coupons, customerLog, orderItems, orders, paymentMethods, people } from '../../db/tables/index.ts';
import { conflict, notFound } from '../../errors.ts';
import { orderScope } from '../../session/scope.ts';
import { storedFreight } from '../freight/queries.ts';
import { freightRulesOf } from './queries.ts';

export {
  judgeCode,
  keepCoupon,
  ownCouponRefusal,
  redeemCoupon,
  removeCoupon,
  returnCouponUses,
} from './coupons.ts';

export type OrderRecord = typeof orders.$inferSelect;

interface Wanted {
  id: number;
  stage?: OrderRecord['stage'];
  /** The version the caller read; absent from third-party clients. */
  versao?: number | undefined;
}

/**
 * The quote or order, locked until the transaction ends. 404 whether it is unknown, out of scope or in the other stage; 409
 * CONFLITO if it was changed since `versao`.
 */
export async function lockOrder(
  tx: Tx,
  { user }: Pick<Context, 'user'>,
  wanted: Wanted,
): Promise<OrderRecord> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.id, wanted.id),
        wanted.stage ? eq(orders.stage, wanted.stage) : undefined,
        orderScope(user),
      ),
    )
    .for('update');
  if (!row) throw notFound();
  if (wanted.versao !== undefined && wanted.versao !== row.version) throw await changedSince(tx, row);
  return row;
}

async function changedSince(tx: Tx, row: OrderRecord) {
  const [last] = await tx
    .select({ por: people.name, texto: customerLog.text, em: customerLog.at })
    .from(customerLog)
    .leftJoin(people, eq(people.id, customerLog.personId))
    .where(and(eq(customerLog.type, row.stage), eq(customerLog.itemId, row.id)))
    .orderBy(desc(customerLog.id))
    .limit(1);
  const name = row.stage === 'PEDIDO' ? 'este pedido' : 'este orçamento';
  return conflict(`${last?.por ?? 'Outra pessoa'} mudou ${name}. Veja como ficou antes de mudar de novo.`, {
    versao: row.version,
    por: last?.por ?? null,
    em: last?.em.toISOString() ?? null,
    status: row.status,
    ultimaMudanca: last ? { por: last.por, texto: last.texto } : null,
  });
}

/** Side effects of recalculating the totals. */
export interface SumsWritten {
  /** The freight charged to the customer changed because the goods reached the exemption, or no longer do. */
  freight: { before: string; now: string } | null;
}

/**
 * Recalculates the totals of a quote or order from its current lines and bumps its version. Every change of a line, the
 * freight, the coupon or the payment method must call this before the transaction ends.
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

/** The exemption and embedded part are calculated for the current goods, not those at the time of the choice. */
async function freightAt(tx: Tx, order: OrderRecord, subtotal: string): Promise<string> {
  const kept = storedFreight(order);
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

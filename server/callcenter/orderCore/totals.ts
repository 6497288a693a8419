import { and, asc, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import type { OrderStatus } from '#contract/catalogs/orderStatus.ts';
import {
  compareDecimals,
  type Decimal,
  fixedDecimal,
  subtractDecimals,
  sumDecimals,
} from '#contract/rules/decimal.ts';
import { settledFreight } from '#contract/rules/freight/payableFreight.ts';
import { lineTaxes, type SaleTaxes, saleTaxes } from '#contract/rules/orders/lineTaxes.ts';
import { type CouponTerms, type OrderTotals, orderTotals } from '#contract/rules/orders/orderTotals.ts';
import type { Deps } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { amongIds } from '../../db/conditions.ts';
import { coupons, orderItems, orders, paymentMethods, products } from '../../db/tables/index.ts';
import { storedFreight } from '../freight/queries.ts';
import type { OrderRecord } from './commands.ts';
import { freightRulesOf } from './freightRules.ts';

/** Quotes that can still become an order; their taxes follow today's fiscal data (docs/domain.md 13). */
export const FOLLOWING: readonly OrderStatus[] = ['COTACAO', 'ORCAMENTO_ANALISE', 'ATIVO', 'VENCIDO'];

/** Whether the figures never move again by themselves. */
export const isClosed = ({ stage, status }: Pick<OrderRecord, 'stage' | 'status'>): boolean =>
  stage === 'PEDIDO' || !FOLLOWING.includes(status);

/** A line at the taxes that count for it now. */
interface SummedLine {
  id: number;
  quantity: Decimal;
  price: Decimal;
  cost: Decimal;
  bonus: boolean;
  removed: boolean;
  taxes: SaleTaxes;
  stored: SaleTaxes;
}

interface OrderSums {
  totals: OrderTotals;
  freight: Decimal;
  lines: SummedLine[];
}

/** A line that is shown at another price than the stored one, because its packaging holds something else. */
interface RepricedLine {
  id: number | null;
  price: Decimal;
  total: Decimal;
}

/** The sums as they are now: of a quote with today's taxes, of anything closed with those that were stored. */
async function sumsOf(
  db: Executor,
  order: OrderRecord,
  repriced: readonly RepricedLine[] = [],
): Promise<OrderSums> {
  const closed = isClosed(order);
  const stored = await linesOf(db, order.id);
  const lines = stored.map(({ total, rates, ...line }) => {
    const today = repriced.find(({ id }) => id === line.id);
    return {
      ...line,
      price: today?.price ?? line.price,
      taxes: closed ? line.stored : lineTaxes(rates, today?.total ?? total),
    };
  });
  const charges = await chargesOf(db, order);
  const { subtotal } = orderTotals({ lines, ...charges, freight: '0' });
  const freight = await freightAt(db, order, subtotal);
  const fixedFee = closed ? feeCharged(order) : charges.fixedFee;
  return { totals: orderTotals({ lines, ...charges, fixedFee, freight }), freight, lines };
}

/** The fee of an order as it was charged, whatever the payment method costs since. */
const feeCharged = ({ total, subtotal, taxTotal, freight }: OrderRecord): Decimal =>
  subtractDecimals(total, sumDecimals([subtotal, taxTotal, freight]));

export async function chargesOf(
  db: Executor,
  { paymentMethodId, couponId }: OrderRecord,
): Promise<{ fixedFee: Decimal; coupon: CouponTerms | null }> {
  const [method] =
    paymentMethodId === null
      ? []
      : await db
          .select({ fixedFee: paymentMethods.fixedFee })
          .from(paymentMethods)
          .where(eq(paymentMethods.id, paymentMethodId));
  const [coupon = null] =
    couponId === null
      ? []
      : await db
          .select({ percent: coupons.percent, amount: coupons.amount, minimum: coupons.minimum })
          .from(coupons)
          .where(eq(coupons.id, couponId));
  return { fixedFee: method?.fixedFee ?? '0', coupon };
}

async function linesOf(db: Executor, orderId: number) {
  const rows = await db
    .select({ item: orderItems, rates: products.taxPercents })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.line));
  return rows.map(({ item, rates }) => ({
    id: item.id,
    quantity: item.quantity,
    price: item.price,
    cost: item.cost,
    bonus: item.bonus,
    removed: item.removedAt !== null,
    stored: item.taxes,
    total: item.total,
    rates,
  }));
}

/** The exemption and embedded part are calculated for the current goods, not those at the time of the choice. */
async function freightAt(db: Executor, order: OrderRecord, subtotal: Decimal): Promise<Decimal> {
  const freight = storedFreight(order);
  if (!freight || isClosed(order)) return order.freight;
  return settledFreight(order.freightOriginal, freight.set, await freightRulesOf(db, order, subtotal));
}

/** Decimals of a money column. */
const COLUMN_PLACES = 4;

/** Totals in the form in which the columns give them. */
const asStored = ({ itemCount, profitPercent, ...sums }: OrderTotals): OrderTotals => ({
  itemCount,
  profitPercent: fixedDecimal(profitPercent, 8),
  ...(Object.fromEntries(
    Object.entries(sums).map(([name, value]) => [name, fixedDecimal(value, COLUMN_PLACES)]),
  ) as typeof sums),
});

/** A quote or order as it is shown: an open quote with its sums as of now, anything closed as it was written. */
export async function shownOrder(
  db: Executor,
  order: OrderRecord,
  repriced: readonly RepricedLine[],
): Promise<{ order: OrderRecord; taxes: ReadonlyMap<number, SaleTaxes> }> {
  if (isClosed(order)) return { order, taxes: new Map() };
  const { totals, freight, lines } = await sumsOf(db, order, repriced);
  return {
    order: { ...order, ...asStored(totals), freight: fixedDecimal(freight, COLUMN_PLACES) },
    taxes: new Map(lines.map(({ id, taxes }) => [id, taxes])),
  };
}

/** Side effects of recalculating the totals. */
export interface SumsWritten {
  /** The freight charged to the customer changed because the goods reached the exemption, or no longer do. */
  freight: { before: string; now: string } | null;
}

/**
 * Recalculates the taxes and totals of a quote or order from its current lines and bumps its version. Every change of a line,
 * the freight, the coupon or the payment method must call this before the transaction ends.
 */
export async function writeTotals(tx: Tx, orderId: number): Promise<SumsWritten> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) return { freight: null };
  const freight = await writeSums(tx, order, {
    version: sql`${orders.version} + 1`,
    updatedAt: sql`now()`,
  });
  const isSame = compareDecimals(order.freight, freight) === 0;
  return { freight: isSame ? null : { before: order.freight, now: freight } };
}

/** Writes the sums as they are now, and returns the freight among them. */
async function writeSums(
  tx: Tx,
  order: OrderRecord,
  also: { version?: SQL; updatedAt?: SQL } = {},
): Promise<Decimal> {
  const { totals, freight, lines } = await sumsOf(tx, order);
  for (const { id, taxes, stored } of lines)
    if (!sameTaxes(taxes, stored)) await tx.update(orderItems).set({ taxes }).where(eq(orderItems.id, id));
  await tx
    .update(orders)
    .set({ ...totals, freight, ...also })
    .where(eq(orders.id, order.id));
  return freight;
}

const sameTaxes = (a: SaleTaxes, b: SaleTaxes): boolean =>
  saleTaxes.every((name) =>
    (['perc', 'valor'] as const).every(
      (part) => compareDecimals(a[name]?.[part] ?? '0', b[name]?.[part] ?? '0') === 0,
    ),
  );

/** The locked quote with its sums as of now, which an order then freezes. */
export async function settled(tx: Tx, order: OrderRecord): Promise<OrderRecord> {
  await writeSums(tx, order);
  const [row] = await tx.select().from(orders).where(eq(orders.id, order.id));
  return row ?? order;
}

/** Lines whose stored taxes are not those of their product any more. */
const OUTDATED_TAXES = sql`exists (select 1 from unnest(${sql.raw(`array['${saleTaxes.join("','")}']`)}) as name
  where coalesce((${orderItems.taxes} -> name ->> 'perc')::numeric, 0)
    <> greatest(0, coalesce((${products.taxPercents} ->> name)::numeric, 0)))`;

/** Quotes at once, so that no request waits long. */
const BATCH = 200;

/**
 * Brings some open quotes to the taxes of their products, so that lists and sums say what the quote says. Nobody changed
 * these quotes: version and time stay. One that somebody is changing right now writes its own sums.
 */
async function followTaxesOnce(tx: Tx, productIds?: readonly number[]): Promise<number> {
  const outdated = tx
    .select({ id: orderItems.orderId })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(
      and(
        eq(orderItems.orderId, orders.id),
        productIds ? amongIds(orderItems.productId, productIds) : undefined,
        OUTDATED_TAXES,
      ),
    );
  const open = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.stage, 'ORCAMENTO'), inArray(orders.status, [...FOLLOWING]), exists(outdated)))
    .orderBy(asc(orders.id))
    .limit(BATCH)
    .for('update', { skipLocked: true });
  for (const order of open) await writeSums(tx, order);
  return open.length;
}

/** For products whose taxes have just changed. */
export async function followTaxes(tx: Tx, productIds: readonly number[]): Promise<void> {
  while ((await followTaxesOnce(tx, productIds)) === BATCH);
}

/** For quotes that were locked when their products changed, or that were written by others. */
export async function followAllTaxes({ db }: Pick<Deps, 'db'>): Promise<void> {
  while ((await db.transaction((tx) => followTaxesOnce(tx))) === BATCH);
}

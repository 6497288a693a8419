import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import {
  compareDecimals,
  type Decimal,
  isPositive,
  subtractDecimals,
} from '../../../../contract/rules/decimal.ts';
import { unitText } from '../../../../contract/rules/orders/unitText.ts';
import type { Tx } from '../../../db/client.ts';
import { orderItems, packagings, productStock, products } from '../../../db/tables/index.ts';
import { publishStock } from '../../../realtime/publishOrder.ts';

interface Need {
  productId: number;
  branchId: number;
  name: string;
  unit: string;
  /** In units, over all lines of the product at the branch. */
  units: Decimal;
}

/** What the standing lines take, in the order in which everybody locks: no two orders wait for each other. */
async function needsOf(tx: Tx, orderId: number): Promise<Need[]> {
  return tx
    .select({
      productId: orderItems.productId,
      branchId: orderItems.branchId,
      name: products.description,
      unit: products.unit,
      units: sql<Decimal>`round(sum(${orderItems.quantity} * coalesce(${packagings.conversionFactor}, 1)), 3)::text`,
    })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .leftJoin(packagings, eq(packagings.id, orderItems.packagingId))
    .where(and(eq(orderItems.orderId, orderId), isNull(orderItems.removedAt)))
    .groupBy(orderItems.productId, orderItems.branchId, products.description, products.unit)
    .orderBy(asc(orderItems.productId), asc(orderItems.branchId));
}

/**
 * Sets aside what an order takes. Answers a sentence for each product that is short of it; without one all is
 * reserved. `beyond`: more than there is may be sold.
 */
export async function reserveStock(tx: Tx, orderId: number, beyond: boolean): Promise<string[]> {
  const short: string[] = [];
  const needs = await needsOf(tx, orderId);
  for (const need of needs) {
    const free = await freeOf(tx, need);
    if (!beyond && compareDecimals(free, need.units) < 0) short.push(shortText(need, free));
    else await addReserved(tx, need, need.units);
  }
  if (short.length === 0) await tell(tx, needs);
  return short;
}

/** Gives back what an order had set aside. */
export async function giveBackStock(tx: Tx, orderId: number): Promise<void> {
  const needs = await needsOf(tx, orderId);
  for (const need of needs) await addReserved(tx, need, `-${need.units}`);
  await tell(tx, needs);
}

/** Whoever has one of them in a quote sees it at once. */
async function tell(tx: Tx, needs: readonly Need[]): Promise<void> {
  const branches = [...new Set(needs.map(({ branchId }) => branchId))];
  if (branches.length > 0) await publishStock(tx, branches, new Date());
}

async function freeOf(tx: Tx, { productId, branchId }: Need): Promise<Decimal> {
  const [stock] = await tx
    .select()
    .from(productStock)
    .where(and(eq(productStock.productId, productId), eq(productStock.branchId, branchId)))
    .for('update');
  return stock ? subtractDecimals(stock.quantity, stock.reserved) : '0';
}

const addReserved = (tx: Tx, { productId, branchId }: Need, units: Decimal) =>
  tx
    .update(productStock)
    .set({ reserved: sql`greatest(0, ${productStock.reserved} + ${units}::numeric)`, updatedAt: sql`now()` })
    .where(and(eq(productStock.productId, productId), eq(productStock.branchId, branchId)));

const shortText = ({ name, unit, units }: Need, free: Decimal) =>
  `${name}: ${unitText(units, unit)} no orçamento, ${unitText(isPositive(free) ? free : '0', unit)} em estoque.`;

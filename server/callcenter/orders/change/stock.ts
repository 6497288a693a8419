import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import { compareDecimals, type Decimal, subtractDecimals } from '#contract/rules/decimal.ts';
import { isUnlimited, type PackWords, shortageText, stockText } from '#contract/rules/orders/shownStock.ts';
import type { PublicContext } from '#server/context.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import { orderItems, packagings, productStock, products, stockMovements } from '#server/db/tables/index.ts';
import { publishStock } from '#server/realtime/publish.ts';
import { reservedNow } from '#server/records/standard/products.ts';

interface Need {
  productId: number;
  branchId: number;
  name: string;
  unit: string;
  /** The packaging of its lines if they have one in common, otherwise the unit itself. */
  pack: PackWords;
  /** In units, summed over all lines of the product at the branch. */
  units: Decimal;
}

/** The quantities that the current lines need. */
async function needsOf(tx: Executor, orderId: number): Promise<Need[]> {
  const rows = await tx
    .select({
      productId: orderItems.productId,
      branchId: orderItems.branchId,
      name: products.description,
      unit: products.unit,
      packUnits: sql<string[]>`array_agg(distinct coalesce(${packagings.unit}, ${products.unit}))`,
      packFactors: sql<Decimal[]>`array_agg(distinct coalesce(${packagings.conversionFactor}, 1)::text)`,
      units: sql<Decimal>`round(sum(${orderItems.quantity} * coalesce(${packagings.conversionFactor}, 1)), 3)::text`,
    })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .leftJoin(packagings, eq(packagings.id, orderItems.packagingId))
    .where(and(eq(orderItems.orderId, orderId), isNull(orderItems.removedAt)))
    .groupBy(orderItems.productId, orderItems.branchId, products.description, products.unit)
    .orderBy(asc(orderItems.productId), asc(orderItems.branchId));
  return rows.map(({ packUnits, packFactors, ...need }) => ({
    ...need,
    pack: commonPack(packUnits, packFactors, need.unit),
  }));
}

function commonPack(units: readonly string[], factors: readonly Decimal[], base: string): PackWords {
  const [[unidade, ...others], [factor, ...more]] = [units, factors];
  return unidade === undefined || factor === undefined || others.length > 0 || more.length > 0
    ? { unidade: base, fator_conversao: '1' }
    : { unidade, fator_conversao: factor };
}

/** A sentence for each product that is short now. `beyond`: more than is available may be sold. */
export async function stockShortages(db: Executor, orderId: number, beyond: boolean): Promise<string[]> {
  if (beyond) return [];
  const short: string[] = [];
  for (const need of await needsOf(db, orderId)) {
    const free = await freeOf(db, need);
    if (compareDecimals(free, need.units) < 0) short.push(shortText(need, free));
  }
  return short;
}

/** A sentence for each product of which a quote holds more than one order may, whatever there is of it. */
export async function beyondMaximum(db: Executor, orderId: number): Promise<string[]> {
  const sentences: string[] = [];
  for (const need of await needsOf(db, orderId)) {
    const max = (await stockOf(db, need))?.maxPerOrder;
    if (max === undefined || isUnlimited(max) || compareDecimals(need.units, max) <= 0) continue;
    sentences.push(`${need.name}: no máximo ${stockText(max, '-1', need.pack, need.unit)} por pedido.`);
  }
  return sentences;
}

/**
 * Reserves an order's stock. Returns a sentence for each product that is short; if there are none, everything is reserved.
 * `beyond`: more than is available may be sold.
 */
export async function reserveStock(
  tx: Tx,
  ctx: Pick<PublicContext, 'now'>,
  orderId: number,
  beyond: boolean,
): Promise<string[]> {
  const short: string[] = [];
  const needs = await needsOf(tx, orderId);
  await lockStock(tx, needs);
  for (const need of needs) {
    const free = await freeOf(tx, need);
    if (!beyond && compareDecimals(free, need.units) < 0) short.push(shortText(need, free));
    else await move(tx, orderId, need, need.units);
  }
  if (short.length === 0) await publishStockOf(tx, ctx, needs);
  return short;
}

/** Returns an order's reserved stock. */
export async function returnStock(tx: Tx, ctx: Pick<PublicContext, 'now'>, orderId: number): Promise<void> {
  const needs = await needsOf(tx, orderId);
  await lockStock(tx, needs);
  for (const need of needs) await move(tx, orderId, need, `-${need.units}`);
  await publishStockOf(tx, ctx, needs);
}

/** Updates open quotes with these products at once. */
async function publishStockOf(
  tx: Tx,
  { now }: Pick<PublicContext, 'now'>,
  needs: readonly Need[],
): Promise<void> {
  const branches = [...new Set(needs.map(({ branchId }) => branchId))];
  if (branches.length > 0) await publishStock(tx, branches, now());
}

/** Locks rows by id, in the same order as record writes, so that an order and a nightly count do not deadlock. */
async function lockStock(tx: Tx, needs: readonly Need[]): Promise<void> {
  if (needs.length === 0) return;
  await tx
    .select({ id: productStock.id })
    .from(productStock)
    .where(
      or(
        ...needs.map(({ productId, branchId }) =>
          and(eq(productStock.productId, productId), eq(productStock.branchId, branchId)),
        ),
      ),
    )
    .orderBy(asc(productStock.id))
    .for('update');
}

async function stockOf(db: Executor, { productId, branchId }: Need) {
  const [stock] = await db
    .select()
    .from(productStock)
    .where(and(eq(productStock.productId, productId), eq(productStock.branchId, branchId)));
  return stock;
}

async function freeOf(db: Executor, need: Need): Promise<Decimal> {
  const stock = await stockOf(db, need);
  return stock ? subtractDecimals(stock.quantity, stock.reserved) : '0';
}

/**
 * Movements are stored with their time, so that a later stock count can say which of them it already includes
 * (records/products.ts).
 */
async function move(tx: Tx, orderId: number, { productId, branchId }: Need, units: Decimal): Promise<void> {
  await tx.insert(stockMovements).values({ orderId, productId, branchId, units });
  await tx
    .update(productStock)
    .set({ reserved: reservedNow(sql`${units}::numeric`), updatedAt: sql`now()` })
    .where(and(eq(productStock.productId, productId), eq(productStock.branchId, branchId)));
}

const shortText = ({ name, unit, units, pack }: Need, free: Decimal) =>
  `${name}: ${shortageText({ needed: units, left: free }, pack, unit)}`;

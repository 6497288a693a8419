import { and, asc, eq, exists, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { isRepacked } from '#contract/rules/orders/offer.ts';
import type { Context, Deps } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { amongIds } from '../../db/conditions.ts';
import { orderItems, orders, packagings } from '../../db/tables/index.ts';
import { FOLLOWING, type OrderRecord, settled } from '../orderCore/commands.ts';
import { isClosed } from '../orderCore/queries.ts';
import { settingOfFound } from '../productCore/queries.ts';
import { offeredColumns } from './itemChanges.ts';
import {
  activeLines,
  type Line,
  lineOf,
  type PricedLine,
  pricedLines,
  pricingTerms,
  storedLines,
} from './quoteLines.ts';

type Clock = Pick<Context, 'now'>;

/**
 * Lines whose packaging may hold something else than when they were offered. A line without one, or whose packaging is gone,
 * is sold in the standard packaging as soon as its product has any.
 */
const MAYBE_REPACKED: SQL = sql`${orderItems.removedAt} is null and ${orderItems.offer} ->> 'factor' is not null
  and not exists (select 1 from ${packagings} where ${packagings.id} = ${orderItems.packagingId}
    and ${packagings.conversionFactor} = (${orderItems.offer} ->> 'factor')::numeric)
  and ((${orderItems.offer} ->> 'factor')::numeric <> 1
    or exists (select 1 from ${packagings} where ${packagings.productId} = ${orderItems.productId}))`;

/** Whether the price of a line was for another content of its packaging, so that today's counts. */
const needsToday = (line: PricedLine): boolean =>
  !line.released && isRepacked(line.stored?.offer, line.priceFacts);

/** Those of priced lines of an open quote that stand at today's prices because their packaging holds something else. */
export const repackedOf = (lines: readonly PricedLine[]): PricedLine[] =>
  activeLines(lines).filter((line) => line.standing !== 'FECHADO' && needsToday(line));

/** Lines of a quote that are shown at today's prices although they are stored at those of another content. */
export async function repackedLines(db: Executor, ctx: Clock, order: OrderRecord): Promise<PricedLine[]> {
  return (await repackedWithTerms(db, ctx, order)).lines;
}

async function repackedWithTerms(db: Executor, ctx: Clock, order: OrderRecord) {
  const none = { lines: [], setting: null };
  if (isClosed(order)) return none;
  const found = await db.$count(orderItems, and(eq(orderItems.orderId, order.id), MAYBE_REPACKED));
  if (found === 0) return none;
  const setting = await settingOfFound(db, ctx, order);
  const stored: Line[] = (await storedLines(db, order.id)).map(lineOf);
  const terms = await pricingTerms(db, setting, order, stored);
  return { lines: repackedOf(await pricedLines(db, terms, stored)), setting };
}

/**
 * Offers the lines of a locked quote anew whose packaging holds something else: whoever changes, decides about or orders a
 * quote begins here. The older price is kept beside the new one until somebody decides about it.
 */
export async function followPackagings(tx: Tx, ctx: Clock, order: OrderRecord): Promise<void> {
  const { lines, setting } = await repackedWithTerms(tx, ctx, order);
  if (!setting || lines.length === 0) return;
  const { today, parameters } = setting;
  for (const line of lines) {
    const { id, price, offer } = line.stored ?? {};
    if (id === undefined || price === undefined || !offer) continue;
    const replaced = { price, at: offer.at, ...(offer.factor !== undefined && { factor: offer.factor }) };
    await tx
      .update(orderItems)
      .set(offeredColumns(line, { at: ctx.now(), today, parameters, flex: '0', replaced }))
      .where(eq(orderItems.id, id));
  }
  await settled(tx, order);
}

/** Quotes at once, so that no request waits long. */
const BATCH = 200;

/**
 * Brings some open quotes to the packagings of their products, so that lists and sums say what the quote says. Nobody changed
 * these quotes: version and time stay. One that somebody is changing right now does it itself.
 */
async function followOnce(
  tx: Tx,
  ctx: Clock,
  after: number,
  productIds?: readonly number[],
): Promise<number[]> {
  const repacked = tx
    .select({ id: orderItems.orderId })
    .from(orderItems)
    .where(
      and(
        eq(orderItems.orderId, orders.id),
        productIds ? amongIds(orderItems.productId, productIds) : undefined,
        MAYBE_REPACKED,
      ),
    );
  const open = await tx
    .select()
    .from(orders)
    .where(
      and(
        gt(orders.id, after),
        eq(orders.stage, 'ORCAMENTO'),
        inArray(orders.status, [...FOLLOWING]),
        exists(repacked),
      ),
    )
    .orderBy(asc(orders.id))
    .limit(BATCH)
    .for('update', { skipLocked: true });
  for (const order of open) await followPackagings(tx, ctx, order);
  return open.map(({ id }) => id);
}

/** For products whose packagings have just changed. */
export async function followNewPackagings(tx: Tx, ctx: Clock, productIds: readonly number[]): Promise<void> {
  let ids: number[] = [];
  do ids = await followOnce(tx, ctx, ids.at(-1) ?? 0, productIds);
  while (ids.length === BATCH);
}

/** For quotes that were locked when their packagings changed, or that were written by others. */
export async function followAllPackagings({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  let ids: number[] = [];
  do ids = await db.transaction((tx) => followOnce(tx, { now }, ids.at(-1) ?? 0));
  while (ids.length === BATCH);
}

import { eq } from 'drizzle-orm';
import { compareDecimals } from '#contract/rules/decimal.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { orderItems } from '../../db/tables/index.ts';
import type { OrderRecord } from '../orderCore/commands.ts';
import { settingOfOrder } from '../productCore/queries.ts';
import { unauthorizedText } from './lineNegotiations.ts';
import { type Bounds, lineFlex, priceBounds, uncoveredText } from './linePrices.ts';
import {
  activeLines,
  lineOf,
  type PricedLine,
  type PricingTerms,
  pricedLines,
  pricingTerms,
  storedLines,
} from './quoteLines.ts';

export interface LoadedQuote {
  lines: PricedLine[];
  terms: PricingTerms;
  bounds: Bounds;
}

/** The lines of a quote or order with their judged prices, and what these are checked against. */
export async function loadedQuote(
  db: Executor,
  ctx: Pick<Context, 'user' | 'now'>,
  order: OrderRecord,
): Promise<LoadedQuote> {
  const setting = await settingOfOrder(db, ctx, order);
  const stored = (await storedLines(db, order.id)).map(lineOf);
  const terms = await pricingTerms(db, setting, order, stored);
  const [lines, bounds] = await Promise.all([
    pricedLines(db, terms, stored),
    priceBounds(db, setting, order),
  ]);
  return { lines, terms, bounds };
}

/**
 * Judges every line of a quote that is about to become an order: a text about those sold at a price that nothing covers, ''
 * when there are none.
 */
export async function priceRefusal(db: Executor, ctx: Context, order: OrderRecord): Promise<string> {
  const { lines, terms, bounds } = await loadedQuote(db, ctx, order);
  return [unauthorizedText(lines, bounds.negotiations), uncoveredText(lines, { ...bounds, terms })]
    .filter(Boolean)
    .join('\n');
}

/** Writes down what the lines of a quote that becomes an order take of the customer's flex; the customer is locked. */
export async function writeFlex(tx: Tx, ctx: Context, order: OrderRecord): Promise<void> {
  const { lines, bounds } = await loadedQuote(tx, ctx, order);
  for (const line of activeLines(lines)) {
    const flex = lineFlex(line, bounds.negotiations);
    if (line.stored && compareDecimals(line.stored.flex, flex) !== 0)
      await tx.update(orderItems).set({ flex }).where(eq(orderItems.id, line.stored.id));
  }
}

import { and, eq, isNull, sql } from 'drizzle-orm';
import { compareDecimals, type Decimal } from '#contract/rules/decimal.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { LineOffer } from '#contract/rules/orders/offer.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { orderItems } from '../../db/tables/index.ts';
import type { OrderRecord } from '../orderCore/commands.ts';
import { settingOfOrder } from '../productCore/queries.ts';
import { writeLine } from './itemChanges.ts';
import { isNegotiated } from './lineNegotiations.ts';
import { lineFlex, lockedBounds } from './linePrices.ts';
import {
  activeLines,
  lineIn,
  lineOf,
  type PricedLine,
  pricedLines,
  pricingTerms,
  storedLines,
} from './quoteLines.ts';

/** Whether a validity is moved on beyond what `validadeOrcamento` gave one of the lines. */
export async function isRenewal(
  db: Executor,
  { id: orderId, validUntil }: Pick<OrderRecord, 'id' | 'validUntil'>,
  until: CalendarDate | null,
): Promise<boolean> {
  if (until === null || (validUntil !== null && until <= validUntil)) return false;
  const found = await db.$count(
    orderItems,
    and(
      eq(orderItems.orderId, orderId),
      isNull(orderItems.removedAt),
      sql`${orderItems.offer} ->> 'until' < ${until}`,
    ),
  );
  return found > 0;
}

/**
 * Offers every line anew at today's prices, as a copy, a renewal and a recovered quote are (docs/domain.md 13). Discounts that a
 * person gave belonged to the old offer, except where an authorisation still covers them; its prices are kept beside the new
 * ones until somebody decides about them. The caller writes the totals. Returns the products whose price is another one now.
 */
export async function reoffer(tx: Tx, ctx: Context, order: OrderRecord): Promise<string[]> {
  const setting = await settingOfOrder(tx, ctx, order);
  const stored = (await storedLines(tx, order.id)).map(lineOf);
  const now = activeLines(stored).map((line) => ({ ...line, released: true }));
  const terms = await pricingTerms(tx, setting, order, now);
  const asTheyStand = await pricedLines(tx, terms, now);
  const { negotiations } = await lockedBounds(tx, setting, order, asTheyStand);
  const anew = asTheyStand.map((line) => ({
    ...lineIn(line),
    typed: isNegotiated(line, negotiations) ? line.typed : null,
  }));
  const lines = await pricedLines(tx, terms, anew);
  const moved: string[] = [];
  for (const line of lines) {
    const replaced = replacedBy(line, order);
    if (line.stored && !isSame(line.stored.price, line.price)) moved.push(line.facts.product.description);
    await writeLine(tx, ctx, order.id, line, { terms, flex: lineFlex(line, negotiations), replaced });
  }
  return moved;
}

/** The older offer that a line had, if it was at another price; one that nobody has decided about stays. */
function replacedBy({ stored, price }: PricedLine, order: OrderRecord): LineOffer['replaced'] {
  if (!stored) return null;
  if (isSame(stored.price, price)) return stored.offer?.replaced ?? null;
  const { at = order.createdAt.toISOString(), factor } = stored.offer ?? {};
  return { price: stored.price, at, ...(factor !== undefined && { factor }) };
}

const isSame = (a: Decimal, b: Decimal): boolean => compareDecimals(a, b) === 0;

/** For an answer and the log. */
export const movedPricesText = (products: readonly string[]): string =>
  products.length === 0
    ? ''
    : `${formatCount(products.length, 'preço mudou', 'preços mudaram')} desde a proposta: ${products.join(', ')}`;

/** For a validity that was moved on; '' when no price is another one. */
export const renewedText = (products: readonly string[]): string =>
  products.length === 0
    ? ''
    : `A nova validade passa da que a proposta tinha, e os preços são os de hoje. ${movedPricesText(products)}.`;

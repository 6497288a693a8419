import { and, asc, eq } from 'drizzle-orm';
import { addDays, type CalendarDate } from '../../../contract/rules/calendarDate.ts';
import { compareDecimals, type Decimal } from '../../../contract/rules/decimal.ts';
import {
  type Authorization,
  type EndedBy,
  givesAwayMore,
  invalidatedBy,
  invalidationText,
} from '../../../contract/rules/negotiations/negotiatedPrice.ts';
import { localDate } from '../../../contract/rules/zonedTime.ts';
import type { Executor } from '../../db/client.ts';
import { orders, paymentPlans, priceNegotiations } from '../../db/tables/index.ts';
import type { SaleSetting } from '../productCore/queries.ts';
import { activeLines, type PricedLine } from './quoteLines.ts';

/** The state of price negotiations for a line. */
interface LineNegotiation {
  /** Status of the latest negotiation. */
  status: 'P' | 'A' | 'N' | 'C';
  /** The latest authorisation, regardless of later requests. */
  authorized: Authorized | null;
}
interface Authorized extends Authorization {
  listPrice: Decimal;
  today: CalendarDate;
}
export type Negotiations = ReadonlyMap<number, LineNegotiation>;

/** Negotiations by line, limited to the quote's current customer. */
export async function negotiationsOf(
  db: Executor,
  orderId: number,
  { parameters, branch, today }: SaleSetting,
): Promise<Negotiations> {
  const rows = await db
    .select({ negotiation: priceNegotiations, plan: paymentPlans.name })
    .from(priceNegotiations)
    .innerJoin(
      orders,
      and(eq(orders.id, priceNegotiations.orderId), eq(orders.customerId, priceNegotiations.customerId)),
    )
    .leftJoin(paymentPlans, eq(paymentPlans.id, priceNegotiations.planId))
    .where(eq(priceNegotiations.orderId, orderId))
    .orderBy(asc(priceNegotiations.id));
  const found = new Map<number, LineNegotiation>();
  for (const { negotiation, plan } of rows) {
    const { itemId, status, decidedPrice: price, decidedAt, listPrice, quantity, planPercent } = negotiation;
    // It is valid for as long as a new quote would be, whatever validity its own quote gets later.
    const until = decidedAt && addDays(localDate(decidedAt, branch.zone), parameters.validadeOrcamento);
    const tableId = negotiation.priceTableId;
    found.set(itemId, {
      status,
      authorized:
        status === 'A' && price !== null
          ? { price, quantity, listPrice, plan, planPercent, tableId, until, today }
          : (found.get(itemId)?.authorized ?? null),
    });
  }
  return found;
}

const authorizationOf = ({ id }: PricedLine, negotiations: Negotiations): Authorized | null =>
  (id === null ? undefined : negotiations.get(id))?.authorized ?? null;

/** An authorised negotiation covers prices down to the authorised one, for the line it was requested for. */
export const isNegotiated = (line: PricedLine, negotiations: Negotiations): boolean => {
  const found = authorizationOf(line, negotiations);
  return found !== null && compareDecimals(line.price, found.price) >= 0 && isForLine(line, found);
};

const isForLine = (line: PricedLine, found: Authorized): boolean =>
  endOf(line, found) === null && !givesAwayMore({ listPrice: line.list, quantity: line.quantity }, found);

const endOf = ({ quantity, condition }: PricedLine, found: Authorized): EndedBy | null =>
  invalidatedBy(found, { ...condition, quantity, today: found.today });

/** Whether the price is below what the seller may give on their own. */
export const isBelowLowest = ({ bonus, price, lowest }: PricedLine): boolean =>
  !bonus && compareDecimals(price, lowest) < 0;

/** P, A or N of the latest negotiation; A only while the authorisation fits the line as it is. */
export function negotiationShown(line: PricedLine, negotiations: Negotiations): string | null {
  const found = line.id === null ? undefined : negotiations.get(line.id);
  if (found?.status !== 'A') return found?.status ?? null;
  return found.authorized && isForLine(line, found.authorized) ? 'A' : null;
}

/**
 * Why a line's authorised price no longer holds, or null. Such a line needs approval again, and the quote cannot become an
 * order until then. Higher list prices alone do not end an agreement.
 */
export function endedAuthorization(line: PricedLine, negotiations: Negotiations): EndedBy | null {
  const found = authorizationOf(line, negotiations);
  if (!found || !isBelowLowest(line) || compareDecimals(line.price, found.price) < 0) return null;
  return endOf(line, found);
}

/** Text that keeps a line with such a price from being sold; '' for any other. */
export function renewalText(line: PricedLine, negotiations: Negotiations): string {
  const found = authorizationOf(line, negotiations);
  const reason = endedAuthorization(line, negotiations);
  if (!found || !reason) return '';
  return invalidationText(
    found,
    {
      ...line.condition,
      product: line.facts.product.description,
      quantity: line.quantity,
      unit: line.pack.unidade,
      lowest: line.lowest,
      today: found.today,
    },
    reason,
  );
}

/** One text per such line, with what to do about it; '' if there are none. */
export function unauthorizedText(lines: readonly PricedLine[], negotiations: Negotiations): string {
  const texts = activeLines(lines).flatMap((line) => renewalText(line, negotiations) || []);
  return texts.length === 0 ? '' : `${texts.join('\n')}\nPeça o preço de novo ou volte ao de tabela.`;
}

import { and, desc, eq } from 'drizzle-orm';
import { addDays } from '../../../contract/rules/calendarDate.ts';
import { compareDecimals } from '../../../contract/rules/decimal.ts';
import { isWorthMore } from '../../../contract/rules/negotiations/negotiatedPrice.ts';
import { localDate } from '../../../contract/rules/zonedTime.ts';
import type { Executor } from '../../db/client.ts';
import { orders, priceNegotiations } from '../../db/tables/index.ts';
import type { SaleSetting } from '../quoteSetting.ts';
import { type PricedLine, standing } from './quoteLines.ts';

/** The latest negotiation of each line, of the customer who has the quote now. */
export async function negotiationsOf(db: Executor, orderId: number, setting: SaleSetting) {
  const rows = await db
    .selectDistinctOn([priceNegotiations.itemId], {
      itemId: priceNegotiations.itemId,
      status: priceNegotiations.status,
      price: priceNegotiations.decidedPrice,
      listPrice: priceNegotiations.listPrice,
      quantity: priceNegotiations.quantity,
      decidedAt: priceNegotiations.decidedAt,
    })
    .from(priceNegotiations)
    .innerJoin(
      orders,
      and(eq(orders.id, priceNegotiations.orderId), eq(orders.customerId, priceNegotiations.customerId)),
    )
    .where(eq(priceNegotiations.orderId, orderId))
    .orderBy(priceNegotiations.itemId, desc(priceNegotiations.id));
  return new Map(rows.map((row) => [row.itemId, { ...row, until: heldUntil(row.decidedAt, setting) }]));
}

/** An authorised price holds as long as a new quote does, whatever validity its own quote is given later. */
function heldUntil(decidedAt: Date | null, { parameters, branch, today }: SaleSetting) {
  const until = decidedAt && addDays(localDate(decidedAt, branch.zone), parameters.validadeOrcamento);
  return { day: until, lapsed: until !== null && until < today };
}
export type Negotiations = Awaited<ReturnType<typeof negotiationsOf>>;

/** An authorised negotiation covers a price that is not below what was authorised, of what it was asked for. */
export const isNegotiated = (
  { id, price, list, quantity }: PricedLine,
  negotiations: Negotiations,
): boolean => {
  const found = id === null ? undefined : negotiations.get(id);
  return (
    found?.status === 'A' &&
    found.price !== null &&
    compareDecimals(price, found.price) >= 0 &&
    isForLine({ list, quantity }, found)
  );
};

type Negotiated = Negotiations extends Map<number, infer One> ? One : never;

const isForLine = ({ list, quantity }: Pick<PricedLine, 'list' | 'quantity'>, found: Negotiated): boolean =>
  !found.until.lapsed && !isWorthMore({ listPrice: list, quantity }, found);

/** Below what the seller may give alone. */
export const goesBelow = ({ bonus, price, lowest }: PricedLine): boolean =>
  !bonus && compareDecimals(price, lowest) < 0;

/** P, A or N of its latest negotiation; an authorisation only while it is for the line as it is. */
export function negotiationShown(line: PricedLine, negotiations: Negotiations): string | null {
  const found = line.id === null ? undefined : negotiations.get(line.id);
  if (found?.status !== 'A') return found?.status ?? null;
  return isForLine(line, found) ? 'A' : null;
}

/** Lines that stand at an authorised price whose time or quantity is over; '' without any. */
export function uncoveredText(lines: readonly PricedLine[], negotiations: Negotiations): string {
  const names = standing(lines)
    .filter((line) => goesBelow(line) && isOver(line, negotiations))
    .map(({ facts }) => facts.product.description);
  return names.length === 0
    ? ''
    : `O preço autorizado não vale mais: ${names.join(', ')}. Volte ao preço de tabela ou peça outro.`;
}

/** Dearer list prices do not end what was agreed: only its time, or fewer of it. */
function isOver({ id, quantity }: PricedLine, negotiations: Negotiations): boolean {
  const found = id === null ? undefined : negotiations.get(id);
  return found?.status === 'A' && (found.until.lapsed || compareDecimals(quantity, found.quantity) < 0);
}

import { countText, formatCount } from '../format.ts';
import { type CalendarDate, daysBetween } from '../time/calendarDate.ts';

/** Fewer days of purchase than these show no rhythm. */
const REGULAR_DAYS = 3;
/** What was bought regularly counts as stopped after this many rhythms without it. */
const MISSED_RHYTHMS = 2;

/**
 * Days from one purchase to the next, as the median of the gaps, so that one long pause changes little; `null` when too few
 * purchases show one. Several purchases on a day count as one.
 */
export function rhythmOf(days: readonly CalendarDate[]): number | null {
  const distinct = [...new Set(days)].sort();
  if (distinct.length < REGULAR_DAYS) return null;
  const gaps = distinct
    .slice(1)
    .map((day, index) => daysBetween(distinct[index] ?? day, day))
    .sort((one, other) => one - other);
  const middle = gaps.length / 2;
  const [low = 0, high = 0] = [gaps[Math.ceil(middle) - 1], gaps[Math.floor(middle)]];
  return Math.round((low + high) / 2);
}

/** 'a cada 21 dias' */
export const everyText = (rhythm: number): string =>
  rhythm === 1 ? 'todo dia' : `a cada ${formatCount(rhythm, 'dia', 'dias')}`;

/** 'Compra a cada 21 dias, está há 34'; without a rhythm only how long ago the last purchase was. */
export function rhythmText(rhythm: number | null, since: number): string {
  const ago = since === 0 ? 'hoje' : `há ${formatCount(since, 'dia', 'dias')}`;
  if (rhythm === null) return since === 0 ? 'Comprou hoje' : `Última compra ${ago}`;
  const every = everyText(rhythm);
  if (since === 0) return `Compra ${every}, comprou hoje`;
  return `Compra ${every}, está há ${rhythm === 1 ? formatCount(since, 'dia', 'dias') : countText(since)}`;
}

/** Whether the customer is late by their own rhythm. */
export const isLateToBuy = (rhythm: number | null, since: number): boolean =>
  rhythm !== null && since > rhythm;

interface Bought {
  /** The days on which the product was bought. */
  days: readonly CalendarDate[];
}

/** A product that the customer bought regularly and no longer buys. */
interface Stopped {
  rhythm: number;
  last: CalendarDate;
}

/**
 * Whether a product was bought regularly, and not in the last two rhythms. The longer one counts of the product's own and the
 * customer's: what is bought every quarter is not missed after two weeks, and nothing is missed between two orders.
 */
export function stoppedProduct(
  { days }: Bought,
  { today, rhythm }: { today: CalendarDate; rhythm: number | null },
): Stopped | null {
  const own = rhythmOf(days);
  const last = [...days].sort().at(-1);
  if (own === null || last === undefined) return null;
  const longer = Math.max(own, rhythm ?? 0);
  return daysBetween(last, today) > MISSED_RHYTHMS * longer ? { rhythm: own, last } : null;
}

interface Contact {
  role: string;
  type: string;
  mayBill: boolean;
}

/** Buyers by the words of their role or type: 'Compradora', 'Compras', 'Suprimentos'. */
const BUYER = /\b(compra|suprimento)/i;

/** Whom to ask for: the buyer, otherwise who may have goods billed, otherwise the first contact. */
export function contactToAsk<C extends Contact>(contacts: readonly C[]): C | undefined {
  return (
    contacts.find(({ role, type }) => BUYER.test(role) || BUYER.test(type)) ??
    contacts.find(({ mayBill }) => mayBill) ??
    contacts[0]
  );
}

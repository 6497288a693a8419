import { type CustomerLegend, customerLegend } from '../../catalogs/customers.ts';
import { type CalendarDate, daysBetween } from '../calendarDate.ts';

/** The facts about a customer on a given day. */
export interface CustomerFacts {
  today: CalendarDate;
  /** Day of the latest invoiced purchase; `null` if there was none. */
  lastPurchaseOn: CalendarDate | null;
  /** Number of unpaid titles. */
  openTitles: number;
  /** Name of the person who is currently handling the customer. */
  commitmentUser: string | null;
  prospect: boolean;
  block: { kind: 'DEFINITIVO' | 'TEMPORARIO'; reason: string | null } | null;
}

interface ShownLegend {
  value: CustomerLegend;
  /** The meaning; for a permanent block, its reason (document 000, section 9). */
  text: string;
}

/** The badges of a customer, in catalogue order. */
export function legendsOf(facts: CustomerFacts): ShownLegend[] {
  const present = new Set(presentCodes(facts));
  return customerLegend
    .filter(({ value }) => present.has(value))
    .map(({ value, label }) => ({ value, text: textOf(value, label, facts) }));
}

function presentCodes(facts: CustomerFacts): CustomerLegend[] {
  const codes = purchaseCodes(facts);
  if (facts.block?.kind === 'DEFINITIVO') codes.push('BD');
  if (facts.openTitles > 0) codes.push('$');
  if (facts.commitmentUser) codes.push('U');
  return codes;
}

/** A prospect has not bought by definition, so 'PR' replaces 'SV'. */
function purchaseCodes({ lastPurchaseOn, prospect, today }: CustomerFacts): CustomerLegend[] {
  if (!lastPurchaseOn) return [prospect ? 'PR' : 'SV'];
  const month: CustomerLegend[] = lastPurchaseOn.slice(0, 7) === today.slice(0, 7) ? ['P'] : [];
  return [...month, distanceCode(daysBetween(lastPurchaseOn, today))];
}

/** The longest period that has passed: 'H' on the day itself, 'D' before thirty full days. */
function distanceCode(days: number): CustomerLegend {
  if (days >= 90) return '90';
  if (days >= 60) return '60';
  if (days >= 30) return '30';
  return days > 0 ? 'D' : 'H';
}

function textOf(value: CustomerLegend, label: string, { block, commitmentUser }: CustomerFacts): string {
  if (value === 'BD') return block?.reason || label;
  return value === 'U' ? `${label}: ${commitmentUser}` : label;
}

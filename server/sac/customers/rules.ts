import { type CustomerLegend, customerLegend } from '#contract/catalogs/customers.ts';
import { numberOf, readSearch, type SearchTerm } from '#contract/rules/searchTerm.ts';
import { type CalendarDate, daysBetween } from '#contract/rules/time/calendarDate.ts';
import type { CustomerRef } from '#contract/sac/customers.ts';
import type { User } from '../../context.ts';
import type { customers } from '../../db/tables/index.ts';
import { isConsumer } from '../../session/scope.ts';
import { plainText } from '../../text/plainText.ts';

type Facts = Pick<
  typeof customers.$inferSelect,
  'lastPurchaseOn' | 'openTitles' | 'commitment' | 'prospect' | 'blocked' | 'blockReason'
>;

/**
 * The badges of a stored customer on a given day. Which user a customer is committed to is not stored, only that there is
 * one.
 */
export function badgesOf(facts: Facts, today: CalendarDate): CustomerRef['legendas'] {
  const shown = legendsOf({
    today,
    lastPurchaseOn: facts.lastPurchaseOn,
    openTitles: facts.openTitles ? 1 : 0,
    commitmentUser: facts.commitment ? '-' : null,
    prospect: facts.prospect,
    block: facts.blocked ? { kind: 'DEFINITIVO', reason: facts.blockReason } : null,
  });
  return shown.map(({ value, text }) => ({ codigo: value, texto: value === 'U' ? COMMITMENT : text }));
}

/** Badges are the company's internal view of a customer, so end consumers do not see theirs. */
export const badgesFor = (
  user: Pick<User, 'type'>,
  facts: Facts,
  today: CalendarDate,
): CustomerRef['legendas'] => (isConsumer(user) ? [] : badgesOf(facts, today));

const COMMITMENT = customerLegend.find(({ value }) => value === 'U')?.label ?? '';

/** What a search text means for customers: a code, (the beginning of) a document, a phone, an address, words of the names. */
export interface CustomerTerms extends Pick<SearchTerm, 'documentStart' | 'phone' | 'email' | 'words'> {
  id: number | null;
  /** The ids of customers whose names have the words with one letter wrong; empty if any has them as typed. */
  near: readonly number[];
  /** For whom customers are found, which decides by which of these (`findableBy`). */
  user: Searcher;
}

type Searcher = Pick<User, 'type' | 'grants'>;

/** `null` for an empty text, by which a list is not limited. */
export function readCustomerTerms(text: string, user: Searcher): CustomerTerms | null {
  const term = readSearch(plainText(text));
  return term && { ...term, id: numberOf(term, 'CLIENTE'), near: [], user };
}

/** The customer code that a text may stand for. */
export function codeIn(text: string): number | null {
  const term = readSearch(plainText(text));
  return (term && numberOf(term, 'CLIENTE')) || null;
}

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

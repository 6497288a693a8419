import { type Decimal, fixedDecimal } from './decimal.ts';

/** Number of decimals when no parameter sets it (document 000, section 9). */
export const DEFAULT_VALUE_DECIMALS = 3;
/** The amount of a document (an invoice, a title) is in cents, however many decimals prices have. */
export const DOCUMENT_DECIMALS = 2;
export const DEFAULT_PERCENT_DECIMALS = 3;
export const DEFAULT_CALCULATION_DECIMALS = 8;

/** Prevents a line break between a number and its unit. */
const NBSP = '\u00a0';

/** Formats as '1.234,500', rounded half up to exactly `decimals`. */
export function formatNumber(value: Decimal, decimals = DEFAULT_VALUE_DECIMALS): string {
  const [whole = '0', fraction] = fixedDecimal(value, decimals).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.');
  return fraction ? `${grouped},${fraction}` : grouped;
}

/** Formats as 'R$ 1.234,50', negative amounts as '-R$ 1.234,50'. */
export function formatMoney(value: Decimal, decimals = DEFAULT_VALUE_DECIMALS): string {
  const text = formatNumber(value, decimals);
  return text.startsWith('-') ? `-R$${NBSP}${text.slice(1)}` : `R$${NBSP}${text}`;
}

/** Formats as '12,500%'. The value is already a percentage: 12.5, not 0.125. */
export const formatPercent = (value: Decimal, decimals = DEFAULT_PERCENT_DECIMALS): string =>
  `${formatNumber(value, decimals)}%`;

/** The largest count that is shown; the server counts one further, so that more reads as "10.000+". */
export const DISPLAY_CAP = 10_000;

/**
 * A count with its unit: '1 ticket', '1.284 tickets'. Above the cap, or with `more` where the count stopped earlier, it reads
 * '10.000+ tickets'. All counts of the console use it (tests/contract/rules/countTexts.test.ts).
 */
export function formatCount(
  count: number,
  one: string,
  many: string,
  cap = Number.POSITIVE_INFINITY,
  more = false,
): string {
  const shown = Math.trunc(Math.min(count, cap));
  return `${String(shown).replace(/\B(?=(\d{3})+$)/g, '.')}${more || count > cap ? '+' : ''} ${shown === 1 ? one : many}`;
}

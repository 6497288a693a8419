import { type Decimal, decimalPlaces, fixedDecimal, parseDecimal, roundDecimal } from './decimal.ts';

/** Number of decimals when no parameter sets it (document 000, section 9). */
export const DEFAULT_VALUE_DECIMALS = 3;
/** The amount of a document (an invoice, a title) is in cents, however many decimals prices have. */
export const DOCUMENT_DECIMALS = 2;
export const DEFAULT_PERCENT_DECIMALS = 3;
export const DEFAULT_CALCULATION_DECIMALS = 8;

/** Stands for a value that is missing, on screens and papers alike. Files for other programs leave it empty. */
export const NO_VALUE = '—';

/** Prevents a line break between a number and its unit. */
const NBSP = '\u00a0';

/** Formats as '1.234,500', rounded half up to exactly `decimals`. */
export function formatNumber(value: Decimal, decimals = DEFAULT_VALUE_DECIMALS): string {
  const [whole = '0', fraction] = fixedDecimal(value, decimals).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.');
  return fraction ? `${grouped},${fraction}` : grouped;
}

/**
 * A number with all its decimals, or at most so many: 1234.5 → '1.234,5'. One that a float cannot write plainly (1e21) never
 * concerns a person, so it is left as it is.
 */
export function numberText(value: number | Decimal, most?: number): string {
  const exact = parseDecimal(String(value));
  if (exact === null) return String(value);
  const shown = most === undefined ? exact : roundDecimal(exact, most);
  return formatNumber(shown, decimalPlaces(shown));
}

const compact = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 });

/** '12,5 mil', for the axis of a chart. */
export const shortNumber = (value: number): string => compact.format(value);

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
  return `${countText(count, cap, more)} ${shown === 1 ? one : many}`;
}

/** A count whose unit stands beside it: 1284 → '1.284'. Above the cap, where counting stopped: '10.000+'; `more` alike. */
export const countText = (count: number, cap = Number.POSITIVE_INFINITY, more = false): string =>
  `${formatNumber(String(Math.trunc(Math.min(count, cap))), 0)}${more || count > cap ? '+' : ''}`;

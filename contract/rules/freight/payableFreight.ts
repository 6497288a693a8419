import {
  addDecimals,
  compareDecimals,
  type Decimal,
  divideDecimals,
  isPositive,
  multiplyDecimals,
  roundDecimal,
  subtractDecimals,
} from '../decimal.ts';
import { formatPercent } from '../format.ts';

/** The inputs for calculating the freight of a quote, besides the carrier's price. */
export interface FreightTerms {
  /** Total of the goods. */
  total: Decimal;
  /** Percentage of freight already included in the prices (`percentualFreteEmbutido`); '0' for none. */
  embeddedPercent: Decimal;
  /** Total from which the customer pays no freight (`minimoIsencaoFrete`); `null` if never exempt. */
  exemptFrom: Decimal | null;
  /** Freight already paid. */
  paid: Decimal;
}

/** The part of the total that is freight: total − total ÷ (1 + percent ÷ 100), rounded to the cent. */
export function embeddedFreight(total: Decimal, percent: Decimal): Decimal {
  if (!isPositive(percent)) return '0';
  // total × 100 ÷ (100 + percent) is the same quotient and avoids a non-terminating decimal.
  const goods = divideDecimals(multiplyDecimals(total, '100'), addDecimals('100', percent), 2);
  return roundDecimal(subtractDecimals(total, goods), 2);
}

/**
 * What the customer pays of a carrier's price: the price minus the embedded part, not below zero, minus what is already paid.
 */
export function payableFreight(carrierPrice: Decimal, terms: FreightTerms): Decimal {
  if (isExempt(terms)) return '0';
  const embedded = embeddedFreight(terms.total, terms.embeddedPercent);
  const due = atLeastNothing(subtractDecimals(carrierPrice, embedded));
  return atLeastNothing(roundDecimal(subtractDecimals(due, terms.paid), 2));
}

/** Whether the total reaches the minimum for free freight. */
const isExempt = ({ total, exemptFrom }: Pick<FreightTerms, 'total' | 'exemptFrom'>): boolean =>
  exemptFrom !== null && compareDecimals(total, exemptFrom) >= 0;

type FreightGoodsTerms = Pick<FreightTerms, 'total' | 'embeddedPercent'>;

/** The freight as a percentage of the goods without the embedded part; '0' when there are no goods. */
export function freightPercent(value: Decimal, terms: FreightGoodsTerms, state: string): Decimal {
  const goods = subtractDecimals(terms.total, embeddedFreight(terms.total, terms.embeddedPercent));
  const base = hasMsFactor(state) ? multiplyDecimals(goods, addDecimals('1', MS_FACTOR)) : goods;
  return isPositive(base) ? divideDecimals(multiplyDecimals(value, '100'), base, 3) : '0';
}

/** In Mato Grosso do Sul the base is increased by this share (docs/domain.md 10). */
const MS_FACTOR = '0.052';

const hasMsFactor = (state: string): boolean => state === 'MS';

export interface FreightShare {
  percentual: Decimal;
  fatorMS: boolean;
}

/** The freight as a share of goods that go to this state. */
export const freightShare = (value: Decimal, terms: FreightGoodsTerms, state: string): FreightShare => ({
  percentual: freightPercent(value, terms, state),
  fatorMS: hasMsFactor(state),
});

/** '3,215% dos produtos (base com 5,2% a mais: MS)'. */
export const freightShareText = ({ percentual, fatorMS }: FreightShare): string =>
  `${formatPercent(percentual)} dos produtos${
    fatorMS ? ` (base com ${formatPercent(multiplyDecimals(MS_FACTOR, '100'), 1)} a mais: MS)` : ''
  }`;

const atLeastNothing = (value: Decimal): Decimal => (isPositive(value) ? value : '0');

/** The rules for charging the freight chosen for a quote. */
export interface FreightRules extends FreightTerms {
  /** The buyer pays the carrier, so nothing is charged here. */
  buyerPays: boolean;
  /** Whether less than the calculated amount may be charged (`permiteAbonarFrete`). */
  mayWaive: boolean;
}

/** The part of a carrier's price that the customer pays according to the rules. */
export const dueFreight = (carrierPrice: Decimal, rules: FreightRules): Decimal =>
  rules.buyerPays ? '0' : payableFreight(carrierPrice, rules);

/**
 * What the customer pays now. `set` is a different amount that a person entered when choosing the freight; it may be lower
 * than the calculated amount only if waiving is allowed.
 */
export function settledFreight(carrierPrice: Decimal, set: Decimal | null, rules: FreightRules): Decimal {
  const due = dueFreight(carrierPrice, rules);
  if (set === null) return due;
  return rules.mayWaive || compareDecimals(set, due) > 0 ? set : due;
}

/** The goods for which a freight was quoted. */
export interface FreightGoods {
  weight: Decimal;
  total: Decimal;
}

/** Whether the goods are heavier or more valuable than those the carrier quoted for, so that it has to be asked again. */
export const exceedsQuotedGoods = (now: FreightGoods, quoted: FreightGoods, rules: FreightRules): boolean =>
  !rules.buyerPays &&
  !rules.mayWaive &&
  !isExempt(rules) &&
  (compareDecimals(now.weight, quoted.weight) > 0 || compareDecimals(now.total, quoted.total) > 0);

/** Start of the notice that the freight has to be calculated again; the notice disappears once that is done. */
export const FREIGHT_REMOVED_NOTICE = 'O frete calculado foi retirado';

interface Compared {
  payable: Decimal;
  /** Days until the goods arrive. */
  days: number;
  /** A quote without a price cannot be compared. */
  priced: boolean;
}

export interface Marks {
  cheapest: boolean;
  fastest: boolean;
}

/** Marks the cheapest and the fastest quotes. Ties are marked alike; a single quote has nothing to be compared with. */
export function bestQuotes(quotes: readonly Compared[]): Marks[] {
  const priced = quotes.filter((quote) => quote.priced);
  const least = priced.map(({ payable }) => payable).reduce(lesser, priced[0]?.payable ?? '0');
  const soonest = Math.min(...priced.map(({ days }) => days));
  return quotes.map(({ payable, days, priced: counts }) => ({
    cheapest: priced.length > 1 && counts && compareDecimals(payable, least) === 0,
    fastest: priced.length > 1 && counts && days === soonest,
  }));
}

const lesser = (a: Decimal, b: Decimal): Decimal => (compareDecimals(b, a) < 0 ? b : a);

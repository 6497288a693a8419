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

/** What the freight of a quote is reckoned with, beside what the carrier asks. */
export interface FreightTerms {
  /** Of the goods. */
  total: Decimal;
  /** Percent of freight that the prices already hold (`percentualFreteEmbutido`); '0' for none. */
  embeddedPercent: Decimal;
  /** Total from which the customer pays no freight (`minimoIsencaoFrete`); `null` when never. */
  exemptFrom: Decimal | null;
  /** Of the freight, paid before. */
  paid: Decimal;
}

/** The part of the total that is freight: total − total ÷ (1 + percent ÷ 100), to the cent. */
export function embeddedFreight(total: Decimal, percent: Decimal): Decimal {
  if (!isPositive(percent)) return '0';
  // total × 100 ÷ (100 + percent) is the same quotient without one that does not end.
  const goods = divideDecimals(multiplyDecimals(total, '100'), addDecimals('100', percent), 2);
  return roundDecimal(subtractDecimals(total, goods), 2);
}

/** What the customer pays of a carrier's price: less the embedded part, never below nothing, less what is paid. */
export function payableFreight(asked: Decimal, terms: FreightTerms): Decimal {
  if (isExempt(terms)) return '0';
  const embedded = embeddedFreight(terms.total, terms.embeddedPercent);
  const due = atLeastNothing(subtractDecimals(asked, embedded));
  return atLeastNothing(roundDecimal(subtractDecimals(due, terms.paid), 2));
}

/** The total meets the minimum from which freight is free. */
const isExempt = ({ total, exemptFrom }: Pick<FreightTerms, 'total' | 'exemptFrom'>): boolean =>
  exemptFrom !== null && compareDecimals(total, exemptFrom) >= 0;

type FreightGoodsTerms = Pick<FreightTerms, 'total' | 'embeddedPercent'>;

/** Percent that a freight is of the goods without the embedded part; '0' where there are no goods. */
export function freightPercent(value: Decimal, terms: FreightGoodsTerms, state: string): Decimal {
  const goods = subtractDecimals(terms.total, embeddedFreight(terms.total, terms.embeddedPercent));
  const base = hasMsFactor(state) ? multiplyDecimals(goods, addDecimals('1', MS_FACTOR)) : goods;
  return isPositive(base) ? divideDecimals(multiplyDecimals(value, '100'), base, 3) : '0';
}

/** In Mato Grosso do Sul the base grows by this share of itself (DOMAIN section 10). */
const MS_FACTOR = '0.052';

const hasMsFactor = (state: string): boolean => state === 'MS';

export interface FreightShare {
  percentual: Decimal;
  fatorMS: boolean;
}

/** What a freight is of the goods that go to this state. */
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

/** What the freight that was chosen for a quote is paid by. */
export interface FreightRules extends FreightTerms {
  /** The buyer pays the carrier: nothing is charged here. */
  buyerPays: boolean;
  /** Less than what is reckoned may be charged (`permiteAbonarFrete`). */
  mayWaive: boolean;
}

/** What the rules say that the customer pays of what a carrier asks. */
export const dueFreight = (asked: Decimal, rules: FreightRules): Decimal =>
  rules.buyerPays ? '0' : payableFreight(asked, rules);

/**
 * What the customer pays now. `set` is another amount that a person charged when the freight was chosen; it goes below
 * what is reckoned only where that is allowed.
 */
export function settledFreight(asked: Decimal, set: Decimal | null, rules: FreightRules): Decimal {
  const due = dueFreight(asked, rules);
  if (set === null) return due;
  return rules.mayWaive || compareDecimals(set, due) > 0 ? set : due;
}

/** What a freight was asked for. */
export interface FreightGoods {
  weight: Decimal;
  total: Decimal;
}

/** Heavier or dearer goods than the carrier gave its price for: it has to be asked again. */
export const outgrewFreight = (now: FreightGoods, asked: FreightGoods, rules: FreightRules): boolean =>
  !rules.buyerPays &&
  !rules.mayWaive &&
  !isExempt(rules) &&
  (compareDecimals(now.weight, asked.weight) > 0 || compareDecimals(now.total, asked.total) > 0);

/** Begins the notice that a freight has to be calculated again; it ends when that was done. */
export const FREIGHT_GONE = 'O frete calculado foi retirado';

interface Compared {
  payable: Decimal;
  /** Days until the goods arrive. */
  days: number;
  /** Without a price there is nothing to compare. */
  priced: boolean;
}

export interface Marks {
  cheapest: boolean;
  fastest: boolean;
}

/** Which quotes are the cheapest and the fastest. Ties are marked alike; one quote alone is compared with nothing. */
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

import { compareDecimals, type Decimal } from '../decimal.ts';

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

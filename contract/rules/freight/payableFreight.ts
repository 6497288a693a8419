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
export const isExempt = ({ total, exemptFrom }: Pick<FreightTerms, 'total' | 'exemptFrom'>): boolean =>
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

import { compareDecimals, type Decimal, multiplyDecimals, subtractDecimals } from '../decimal.ts';

interface PricedLine {
  /** In the invoice's unit, like both prices. */
  purchased: Decimal;
  /** Part of one unit in the line's value less its discount. */
  unitPriceNoTax: Decimal;
  /** vUnCom; `null` where it is not known. */
  notePrice: Decimal | null;
}

/** The tax authority accepts a line value (vProd) that differs from quantity × price by so much. */
const CENT = '0.01';

/**
 * The price of one unit without taxes, wherever it is shown or printed beside an amount: as it stands on the invoice, unless
 * the line had a discount, whose amounts could not be recalculated from it.
 */
export function shownPrice({ purchased, unitPriceNoTax, notePrice }: PricedLine): Decimal {
  if (notePrice === null) return unitPriceNoTax;
  const difference = multiplyDecimals(subtractDecimals(notePrice, unitPriceNoTax), purchased);
  const amount = difference.replace(/^-/, '');
  return compareDecimals(amount, CENT) <= 0 ? notePrice : unitPriceNoTax;
}

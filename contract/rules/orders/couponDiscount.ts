import { compareDecimals, type Decimal, divideDecimals, multiplyDecimals, roundDecimal } from '../decimal.ts';

/** One of `percent` and `amount`; `minimum` is the least subtotal. */
export interface CouponTerms {
  percent: Decimal | null;
  amount: Decimal | null;
  minimum: Decimal;
}

/** What a coupon takes off: never more than is sold, nothing below its minimum. */
export function couponDiscount({ percent, amount, minimum }: CouponTerms, subtotal: Decimal): Decimal {
  if (compareDecimals(subtotal, minimum) < 0) return '0';
  const wanted = percent
    ? roundDecimal(divideDecimals(multiplyDecimals(subtotal, percent), '100', 8), 2)
    : roundDecimal(amount ?? '0', 2);
  return compareDecimals(wanted, subtotal) > 0 ? subtotal : wanted;
}

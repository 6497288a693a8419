import {
  addDecimals,
  compareDecimals,
  type Decimal,
  isPositive,
  subtractDecimals,
} from '../../../../contract/rules/decimal.ts';

interface Step {
  step: Decimal;
  direction: 1 | -1;
  max: Decimal | undefined;
}

/** One press up or down. Stays above zero and at or under the maximum; answers the same value at an end. */
export const stepQuantity = (value: Decimal | null, { step, direction, max }: Step): Decimal | null => {
  if (direction === 1) return atMost(value === null ? step : addDecimals(value, step), max);
  if (value === null) return null;
  const less = subtractDecimals(value, step);
  return isPositive(less) ? less : value;
};

const atMost = (value: Decimal, max: Decimal | undefined) =>
  max !== undefined && compareDecimals(value, max) > 0 ? max : value;

/** Digits, thousands' points and one comma, with no more digits than fit; anything else is not taken in. */
export const isAllowedTyping = (text: string, limits: { maxLength: number; decimals: boolean }) =>
  (limits.decimals ? /^[\d.]*,?\d*$/ : /^[\d.]*$/).test(text) &&
  text.replace(/\D/g, '').length <= limits.maxLength;

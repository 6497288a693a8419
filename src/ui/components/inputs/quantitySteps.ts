import {
  addDecimals,
  compareDecimals,
  type Decimal,
  isPositive,
  subtractDecimals,
} from '../../../../contract/rules/decimal.ts';
import { parseQuantity } from '../../../../contract/rules/quantity.ts';
import { fractionFault } from '../../../../contract/rules/units.ts';
import { readTypedNumber } from './typedNumber.ts';
import type { Reading } from './useTypedText.ts';

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

interface QuantityRules {
  max?: Decimal | undefined;
  /** Digits, decimals included. */
  maxLength: number;
  decimals: boolean;
}

/** What a typed quantity means. */
export function readTypedQuantity(
  text: string,
  { max, maxLength, decimals }: QuantityRules,
): Reading<Decimal> {
  const number = readTypedNumber(text, {});
  if (number.problem !== undefined || number.value === null) return number;
  const result = parseQuantity(number.value, max === undefined ? {} : { max });
  if (!result.ok) return { problem: result.message };
  if (fractionFault(result.value, decimals, max)) return { problem: 'Use um número inteiro' };
  if (result.value.replace('.', '').length > maxLength)
    return { problem: `A quantidade pode ter no máximo ${maxLength} dígitos.` };
  return { value: result.value };
}

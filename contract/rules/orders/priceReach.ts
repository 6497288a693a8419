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
import { flexOf } from './packaging.ts';

interface Reach {
  /** The lowest price that the seller may give without asking. */
  lowest: Decimal;
  /** What is left of the customer's flex for this line. */
  flex: Decimal;
  quantity: Decimal;
  /** Decimals of a price. */
  places: number;
}

/** The lowest price that the customer's flex still covers for the whole quantity; never more than `lowest`, and above zero. */
export function lowestWithFlex({ lowest, flex, quantity, places }: Reach): Decimal {
  if (!isPositive(flex) || !isPositive(quantity)) return lowest;
  const step = multiplyDecimals('1', `0.${'1'.padStart(places, '0')}`);
  const share = divideDecimals(flex, quantity, 8);
  const down = roundDecimal(subtractDecimals(lowest, share), places);
  const covered = compareDecimals(flexOf(lowest, down, quantity), flex) <= 0 ? down : addDecimals(down, step);
  if (compareDecimals(covered, step) < 0) return step;
  return compareDecimals(covered, lowest) < 0 ? covered : lowest;
}

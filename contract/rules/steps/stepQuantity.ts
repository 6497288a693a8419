import { compareDecimals, type Decimal, decimalPlaces, parseDecimal } from '../decimal.ts';
import { parseQuantity, QUANTITY_MAX_DIGITS } from '../quantity.ts';
import { fractionFault } from '../units.ts';

/** What a dialog gives for a quantity: nothing yet, text of the wire, or a JSON number. */
export type GivenQuantity = string | number | null | undefined;

const PLACES = 3;

/** A quantity that may be zero, otherwise read as every quantity is: 7 digits, 3 of them decimals, no sign. */
export function readQuantity(given: GivenQuantity): Decimal | null {
  if (given === null || given === undefined) return null;
  const value = parseDecimal(String(given));
  if (value === null || compareDecimals(value, '0') < 0) return null;
  if (value === '0') return value;
  const { ok } = parseQuantity(given);
  return ok ? value : null;
}

/** Of which line a quantity is. */
interface OfLine {
  divides: boolean;
  /** What the line has: the whole of it may be told as it is. */
  all: Decimal;
}

/** Why a quantity may not stand; '' when it may. */
export function quantityFault(given: GivenQuantity, { divides, all }: OfLine): string {
  if (given === null || given === undefined || given === '') return 'informe a quantidade';
  const value = parseDecimal(String(given));
  if (value === null) return 'a quantidade precisa ser um número';
  if (compareDecimals(value, '0') < 0) return 'a quantidade não pode ser negativa';
  if (readQuantity(given) !== null) return decimalPlaces(all) > 0 ? '' : fractionFault(value, divides);
  return decimalPlaces(value) > PLACES
    ? `a quantidade pode ter no máximo ${PLACES} casas decimais`
    : `a quantidade pode ter no máximo ${QUANTITY_MAX_DIGITS} dígitos`;
}

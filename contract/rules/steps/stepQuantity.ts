import { compareDecimals, type Decimal, decimalPlaces, parseDecimal } from '../decimal.ts';
import { parseQuantity, QUANTITY_MAX_DIGITS } from '../quantity.ts';

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

/** Why `readQuantity` refuses a text; '' when it does not. */
export function quantityFault(given: GivenQuantity): string {
  if (given === null || given === undefined || given === '') return 'informe a quantidade';
  const value = parseDecimal(String(given));
  if (value === null) return 'a quantidade precisa ser um número';
  if (compareDecimals(value, '0') < 0) return 'a quantidade não pode ser negativa';
  if (readQuantity(given) !== null) return '';
  return decimalPlaces(value) > PLACES
    ? `a quantidade pode ter no máximo ${PLACES} casas decimais`
    : `a quantidade pode ter no máximo ${QUANTITY_MAX_DIGITS} dígitos`;
}

import {
  compareDecimals,
  decimalPlaces,
  fixedDecimal,
  parseBrazilianDecimal,
} from '../../../contract/rules/decimal.ts';

const DEAREST = '9999999.99';

/** An amount of freight as it is typed, '1.234,56', to two places; `null` where it is none. */
export function freightPrice(text: string): string | null {
  const read = parseBrazilianDecimal(text);
  const isPrice = read !== null && decimalPlaces(read) <= 2 && compareDecimals(read, '0') >= 0;
  return isPrice && compareDecimals(read, DEAREST) <= 0 ? fixedDecimal(read, 2) : null;
}

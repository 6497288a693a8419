import { unitOf } from '../../catalogs/units.ts';
import { compareDecimals, type Decimal, isPositive, multiplyDecimals } from '../decimal.ts';
import { formatQuantity } from '../quantity.ts';
import { shownStock } from './shownStock.ts';

/** A way of sale, as far as its words go. */
export interface PackWords {
  /** Code of its unit: 'PC'. */
  unidade: string;
  fator_conversao: Decimal;
}

/** '1 pacote', '268 pacotes', '1,5 quilo'; an unknown unit stands as its code: '3 XYZ'. */
export function unitText(quantity: Decimal, code: string): string {
  const unit = unitOf(code);
  const isOne = isPositive(quantity) && compareDecimals(quantity, '2') < 0;
  return `${formatQuantity(quantity)} ${unit ? (isOne ? unit.one : unit.many) : code}`.trim();
}

/** '268 pacotes (1.608 UN)': packagings, with the units that they hold where one holds more than a unit. */
export const packText = (quantity: Decimal, { unidade, fator_conversao }: PackWords, base: string): string =>
  compareDecimals(fator_conversao, '1') === 0
    ? unitText(quantity, unidade)
    : `${unitText(quantity, unidade)} (${formatQuantity(multiplyDecimals(quantity, fator_conversao))} ${base})`;

/** What may be sold of a stock, in the packaging of the line; `max` as of the product, −1 without one. */
export function stockText(available: Decimal, max: Decimal, pack: PackWords, base: string): string {
  const packs = shownStock(available, max, pack.fator_conversao);
  // Less than one of them is told as what it is.
  return isPositive(packs) || !isPositive(available)
    ? packText(packs, pack, base)
    : unitText(available, base);
}

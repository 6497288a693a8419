import { type Decimal, decimalPlaces, parseBrazilianDecimal } from '../../../contract/rules/decimal.ts';
import { formatMoney, formatNumber, formatPercent } from '../../../contract/rules/format.ts';

/** Cents always, and the further places that a price has. */
const placesOf = (price: Decimal) => Math.max(2, decimalPlaces(price));

/** 'R$ 8,00', 'R$ 8,0125'. */
export const priceText = (price: Decimal): string => formatMoney(price, placesOf(price));

/** What a price field begins with: '8,00'. */
export const typedPrice = (price: Decimal): string => formatNumber(price, placesOf(price)).replace(/\./g, '');

export const percentText = (percent: Decimal): string => formatPercent(percent, 1);

/** What was typed with a point for the comma is told in the words of the screen, not in those of the wire. */
export const typedProblem = (typed: string, problem: string): string =>
  parseBrazilianDecimal(typed) === null
    ? 'O preço precisa ser um número, com vírgula nos decimais.'
    : problem;

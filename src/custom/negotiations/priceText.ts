import { type Decimal, decimalPlaces } from '../../../contract/rules/decimal.ts';
import { formatMoney, formatPercent } from '../../../contract/rules/format.ts';

/** At least two decimal places, or more if the price has them. */
const placesOf = (price: Decimal) => Math.max(2, decimalPlaces(price));

/** 'R$ 8,00', 'R$ 8,0125'. */
export const priceText = (price: Decimal): string => formatMoney(price, placesOf(price));

export const percentText = (percent: Decimal): string => formatPercent(percent, 1);

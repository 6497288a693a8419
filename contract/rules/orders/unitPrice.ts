import { type Decimal, decimalPlaces } from '../decimal.ts';
import { formatCount, formatMoney, formatNumber } from '../format.ts';

/** Decimals of a unit price when `casasPreco` does not say otherwise, and the most that it may say: the columns hold four. */
export const PRICE_PLACES = 2;
export const MAX_PRICE_PLACES = 4;

/** Why a price may not be stored; `null` when it fits `casasPreco`. It is refused, because a hidden decimal shows in the sum. */
export const pricePlacesProblem = (price: Decimal, places: number): string | null =>
  decimalPlaces(price) > places
    ? `O preço pode ter no máximo ${formatCount(places, 'casa decimal', 'casas decimais')}.`
    : null;

const shownPlaces = (price: Decimal, places: number) => Math.max(places, decimalPlaces(price));

/** '12,90', with as many decimals as prices have, and never fewer than this one has. */
export const unitPriceNumber = (price: Decimal, places = PRICE_PLACES): string =>
  formatNumber(price, shownPlaces(price, places));

/** 'R$ 12,90', 'R$ 12,9125'. */
export const unitPriceText = (price: Decimal, places = PRICE_PLACES): string =>
  formatMoney(price, shownPlaces(price, places));

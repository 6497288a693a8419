import {
  addDecimals,
  compareDecimals,
  type Decimal,
  divideDecimals,
  multiplyDecimals,
  roundDecimal,
  sumDecimals,
} from '../decimal.ts';

/** Where a carrier delivers, as its rate table says: a range of postal codes, a town, or a whole state. */
export interface RatePlace {
  state: string;
  ibge: string | null;
  cepFrom: string | null;
  cepTo: string | null;
}

export interface Destination {
  state: string;
  /** Empty when only the state is known. */
  ibge: string;
  /** Eight digits, or empty. */
  cep: string;
}

export interface LegRate {
  fixed: Decimal;
  perKilo: Decimal;
  /** Percent of the goods' value. */
  percent: Decimal;
}

/** How narrowly a place fits a destination: 3 postal code, 2 town, 1 state; 0 when it does not fit. */
export function placeFit(place: RatePlace, { state, ibge, cep }: Destination): 0 | 1 | 2 | 3 {
  if (place.state !== state) return 0;
  if (place.cepFrom !== null || place.cepTo !== null)
    return cep !== '' && (place.cepFrom ?? '') <= cep && cep <= (place.cepTo ?? '99999999') ? 3 : 0;
  if (place.ibge !== null) return place.ibge === ibge ? 2 : 0;
  return 1;
}

/** What one leg costs, to the cent. */
export const legPrice = ({ fixed, perKilo, percent }: LegRate, weight: Decimal, total: Decimal): Decimal =>
  roundDecimal(sumDecimals([fixed, multiplyDecimals(perKilo, weight), share(percent, total)]), 2);

interface RoutePrice {
  legs: readonly Decimal[];
  minimum: Decimal;
  exemptFrom: Decimal | null;
  total: Decimal;
}

/** Legs add up; never below the least that is charged; nothing from the total that the carrier exempts. */
export function routePrice({ legs, minimum, exemptFrom, total }: RoutePrice): Decimal {
  if (exemptFrom !== null && compareDecimals(total, exemptFrom) >= 0) return '0';
  const sum = legs.reduce(addDecimals, '0');
  return compareDecimals(sum, minimum) < 0 ? roundDecimal(minimum, 2) : sum;
}

const share = (percent: Decimal, total: Decimal): Decimal =>
  divideDecimals(multiplyDecimals(percent, total), '100', 6);

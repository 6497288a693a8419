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

const share = (percent: Decimal, total: Decimal): Decimal =>
  divideDecimals(multiplyDecimals(percent, total), '100', 6);

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

/** A line of a quote as a lorry sees it. */
export interface FreightLine {
  /** In packagings; `factor` says how many units one holds. */
  quantity: Decimal;
  factor: Decimal;
  /** Kilos of one unit. */
  netWeight: Decimal;
  grossWeight: Decimal;
  /** Centimetres of one unit. */
  height: Decimal;
  width: Decimal;
  length: Decimal;
}

export interface FreightSize {
  /** Kilos, two decimals. */
  netWeight: Decimal;
  grossWeight: Decimal;
  /** Cubic metres, three decimals. */
  volume: Decimal;
}

const product = (factors: readonly Decimal[]): Decimal => factors.reduce(multiplyDecimals, '1');

/** Weight of one unit × quantity × conversion factor, rounded to 2 decimals (document 002 section 9). */
export const freightWeight = (unitWeight: Decimal, quantity: Decimal, factor: Decimal): Decimal =>
  roundDecimal(product([unitWeight, quantity, factor]), 2);

/** In a cubic metre. */
const CUBIC_CENTIMETRES = '1000000';

/** Height, width and length in metres × quantity × conversion factor, rounded to 3 decimals. */
export const freightVolume = ({ height, width, length, quantity, factor }: FreightLine): Decimal =>
  divideDecimals(product([height, width, length, quantity, factor]), CUBIC_CENTIMETRES, 3);

/** Of all lines, each rounded by itself: what the dialog shows above the quotes. */
export const freightSize = (lines: readonly FreightLine[]): FreightSize => ({
  netWeight: sumDecimals(lines.map((line) => freightWeight(line.netWeight, line.quantity, line.factor))),
  grossWeight: sumDecimals(lines.map((line) => freightWeight(line.grossWeight, line.quantity, line.factor))),
  volume: sumDecimals(lines.map(freightVolume)),
});

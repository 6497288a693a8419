import {
  addDecimals,
  compareDecimals,
  type Decimal,
  divideDecimals,
  multiplyDecimals,
  roundDecimal,
  sumDecimals,
} from '../decimal.ts';

/** A place where a carrier delivers, according to its rate table: a range of postal codes, a city or a whole state. */
export interface RatePlace {
  state: string;
  ibge: string | null;
  cepFrom: string | null;
  cepTo: string | null;
}

export interface Destination {
  state: string;
  /** Empty if only the state is known. */
  ibge: string;
  /** Eight digits, or empty. */
  cep: string;
}

export interface LegRate {
  fixed: Decimal;
  perKilo: Decimal;
  /** Percentage of the value of the goods. */
  percent: Decimal;
}

/** How closely a place matches a destination: 3 postal code, 2 city, 1 state; 0 when it does not match. */
export function placeFit(place: RatePlace, { state, ibge, cep }: Destination): 0 | 1 | 2 | 3 {
  if (place.state !== state) return 0;
  if (place.cepFrom !== null || place.cepTo !== null)
    return cep !== '' && (place.cepFrom ?? '') <= cep && cep <= (place.cepTo ?? '99999999') ? 3 : 0;
  if (place.ibge !== null) return place.ibge === ibge ? 2 : 0;
  return 1;
}

const share = (percent: Decimal, total: Decimal): Decimal =>
  divideDecimals(multiplyDecimals(percent, total), '100', 6);

/** Price of one leg, rounded to the cent. */
export const legPrice = ({ fixed, perKilo, percent }: LegRate, weight: Decimal, total: Decimal): Decimal =>
  roundDecimal(sumDecimals([fixed, multiplyDecimals(perKilo, weight), share(percent, total)]), 2);

interface RoutePrice {
  legs: readonly Decimal[];
  minimum: Decimal;
  exemptFrom: Decimal | null;
  total: Decimal;
}

/** The sum of the legs, but at least the minimum charge; zero from the total at which the carrier grants exemption. */
export function routePrice({ legs, minimum, exemptFrom, total }: RoutePrice): Decimal {
  if (exemptFrom !== null && compareDecimals(total, exemptFrom) >= 0) return '0';
  const sum = legs.reduce(addDecimals, '0');
  return compareDecimals(sum, minimum) < 0 ? roundDecimal(minimum, 2) : sum;
}

/** The properties of a quote line that matter for freight. */
export interface FreightLine {
  /** In packagings; `factor` is the number of units in one. */
  quantity: Decimal;
  factor: Decimal;
  /** Kilograms per unit. */
  netWeight: Decimal;
  grossWeight: Decimal;
  /** Centimetres per unit. */
  height: Decimal;
  width: Decimal;
  length: Decimal;
}

export interface FreightSize {
  /** Kilograms, two decimals. */
  netWeight: Decimal;
  grossWeight: Decimal;
  /** Cubic metres, three decimals. */
  volume: Decimal;
}

const product = (factors: readonly Decimal[]): Decimal => factors.reduce(multiplyDecimals, '1');

/** Weight of one unit × quantity × conversion factor, rounded to 2 decimals (document 002 section 9). */
export const freightWeight = (unitWeight: Decimal, quantity: Decimal, factor: Decimal): Decimal =>
  roundDecimal(product([unitWeight, quantity, factor]), 2);

/** Cubic centimetres in a cubic metre. */
const CUBIC_CENTIMETRES = '1000000';

/** Height, width and length in metres × quantity × conversion factor, rounded to 3 decimals. */
export const freightVolume = ({ height, width, length, quantity, factor }: FreightLine): Decimal =>
  divideDecimals(product([height, width, length, quantity, factor]), CUBIC_CENTIMETRES, 3);

/** Totals of all lines, each rounded separately, as the dialog shows them above the quotes. */
export const freightSize = (lines: readonly FreightLine[]): FreightSize => ({
  netWeight: sumDecimals(lines.map((line) => freightWeight(line.netWeight, line.quantity, line.factor))),
  grossWeight: sumDecimals(lines.map((line) => freightWeight(line.grossWeight, line.quantity, line.factor))),
  volume: sumDecimals(lines.map(freightVolume)),
});

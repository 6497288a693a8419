import { type Decimal, divideDecimals, multiplyDecimals, roundDecimal, sumDecimals } from '../decimal.ts';

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

/** Weight of one unit × quantity × conversion factor, rounded to 2 decimals (document 002 section 9). */
export const freightWeight = (unitWeight: Decimal, quantity: Decimal, factor: Decimal): Decimal =>
  roundDecimal(product([unitWeight, quantity, factor]), 2);

/** Height, width and length in metres × quantity × conversion factor, rounded to 3 decimals. */
export const freightVolume = ({ height, width, length, quantity, factor }: FreightLine): Decimal =>
  divideDecimals(product([height, width, length, quantity, factor]), CUBIC_CENTIMETRES, 3);

/** Of all lines, each rounded by itself: what the dialog shows above the quotes. */
export const freightSize = (lines: readonly FreightLine[]): FreightSize => ({
  netWeight: sumDecimals(lines.map((line) => freightWeight(line.netWeight, line.quantity, line.factor))),
  grossWeight: sumDecimals(lines.map((line) => freightWeight(line.grossWeight, line.quantity, line.factor))),
  volume: sumDecimals(lines.map(freightVolume)),
});

/** In a cubic metre. */
const CUBIC_CENTIMETRES = '1000000';

const product = (factors: readonly Decimal[]): Decimal => factors.reduce(multiplyDecimals, '1');

/**
 * An exact decimal as text: '-12.5'. The canonical form has no exponent, no leading or trailing zeros and no '-0', so that
 * equal numbers have equal texts. Money and quantities never pass through a float (docs/domain.md 6).
 */
export type Decimal = string;

interface Scaled {
  units: bigint;
  places: number;
}

/** Maximum accepted length, so that a hostile text costs nothing. */
const MAX_LENGTH = 60;
const WIRE = /^-?\d+(?:\.\d+)?$/;
const BRAZILIAN = /^-?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/;

/** Parses wire text ('1.5', '1.500'); '1,5', '1e3', 'NaN', '' and blanks return `null`. */
export function parseDecimal(text: string): Decimal | null {
  return text.length <= MAX_LENGTH && WIRE.test(text) ? toText(scaled(text)) : null;
}

/** Parses what a person types: '1.234,56', '1234,56', 'R$ 10'. '1.5' is ambiguous and returns `null`. */
export function parseBrazilianDecimal(text: string): Decimal | null {
  const plain = text.replace(/^(\s*-?)\s*R\$/, '$1').replace(/\s/g, '');
  if (!BRAZILIAN.test(plain)) return null;
  return parseDecimal(plain.replace(/\./g, '').replace(',', '.'));
}

/** Returns −1, 0 or 1, for use in sort functions. */
export function compareDecimals(left: Decimal, right: Decimal): -1 | 0 | 1 {
  const [a, b] = aligned(left, right);
  if (a.units === b.units) return 0;
  return a.units < b.units ? -1 : 1;
}

export function addDecimals(left: Decimal, right: Decimal): Decimal {
  const [a, b] = aligned(left, right);
  return toText({ units: a.units + b.units, places: a.places });
}

export function subtractDecimals(left: Decimal, right: Decimal): Decimal {
  const [a, b] = aligned(left, right);
  return toText({ units: a.units - b.units, places: a.places });
}

export function multiplyDecimals(left: Decimal, right: Decimal): Decimal {
  const [a, b] = [scaled(left), scaled(right)];
  return toText({ units: a.units * b.units, places: a.places + b.places });
}

/** Quotient, rounded half up to `places`. Division by zero throws. */
export function divideDecimals(left: Decimal, right: Decimal, places: number): Decimal {
  const [a, b] = aligned(left, right);
  return toText({ units: divideHalfUp(a.units * 10n ** BigInt(places), b.units), places });
}

export const sumDecimals = (values: readonly Decimal[]): Decimal => values.reduce(addDecimals, '0');

/** Rounds half away from zero (2.345 → 2.35, −2.345 → −2.35). */
export function roundDecimal(value: Decimal, places: number): Decimal {
  const given = scaled(value);
  if (given.places <= places) return toText(given);
  return toText({ units: divideHalfUp(given.units, 10n ** BigInt(given.places - places)), places });
}

/** Rounds half up and pads with zeros to exactly `places` ('1.5', 3 → '1.500'). */
export function fixedDecimal(value: Decimal, places: number): string {
  const rounded = roundDecimal(value, places);
  const [whole = '0', fraction = ''] = rounded.split('.');
  return places === 0 ? whole : `${whole}.${fraction.padEnd(places, '0')}`;
}

export const isPositive = (value: Decimal): boolean => compareDecimals(value, '0') > 0;

/** Number of decimal places in the canonical form. */
export const decimalPlaces = (value: Decimal): number => (parseDecimal(value)?.split('.')[1] ?? '').length;

function scaled(text: Decimal): Scaled {
  if (!WIRE.test(text)) throw new Error(`Not an exact decimal: ${text}`);
  const point = text.indexOf('.');
  if (point < 0) return { units: BigInt(text), places: 0 };
  return { units: BigInt(text.slice(0, point) + text.slice(point + 1)), places: text.length - point - 1 };
}

function aligned(left: Decimal, right: Decimal): [Scaled, Scaled] {
  const [a, b] = [scaled(left), scaled(right)];
  const places = Math.max(a.places, b.places);
  return [raise(a, places), raise(b, places)];
}

const raise = (given: Scaled, to: number): Scaled =>
  given.places === to ? given : { units: given.units * 10n ** BigInt(to - given.places), places: to };

function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n;
  const [a, b] = [magnitude(dividend), magnitude(divisor)];
  const rounded = (a * 2n + b) / (b * 2n);
  return negative ? -rounded : rounded;
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

function toText({ units, places }: Scaled): Decimal {
  const digits = String(magnitude(units)).padStart(places + 1, '0');
  const integerDigits = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${integerDigits}${places > 0 && fraction ? `.${fraction}` : ''}`;
}

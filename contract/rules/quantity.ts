import { unitCode, unitOf } from '../catalogs/units.ts';
import {
  compareDecimals,
  type Decimal,
  decimalPlaces,
  isPositive,
  parseBrazilianDecimal,
  parseDecimal,
} from './decimal.ts';
import { formatNumber } from './format.ts';

/** Most digits that a quantity may have, decimals included (document 000, sections 5 and 9). */
export const QUANTITY_MAX_DIGITS = 7;
/** Most digits after the decimal mark: what is sold by the kilogram is counted in grams. */
export const QUANTITY_MAX_PLACES = 3;
/** The largest that so many digits hold. */
export const QUANTITY_MAX: Decimal = '9'.repeat(QUANTITY_MAX_DIGITS);

type QuantityCode =
  | 'QUANTIDADE_NAO_NUMERICA'
  | 'QUANTIDADE_NAO_POSITIVA'
  | 'QUANTIDADE_LONGA'
  | 'QUANTIDADE_ACIMA_DO_DISPONIVEL';

type QuantityResult = { ok: true; value: Decimal } | { ok: false; code: QuantityCode; message: string };

interface QuantityLimits {
  /** Largest accepted value: what is left to return, or what was purchased. */
  max?: Decimal;
}

/** Reads a quantity from the wire: decimal point, no exponent ('1.5' or the JSON number 1.5; never '1,5'). */
export function parseQuantity(value: string | number, limits: QuantityLimits = {}): QuantityResult {
  return judge(
    parseDecimal(String(value)),
    limits,
    'A quantidade precisa ser um número, com ponto nos decimais.',
  );
}

/** Reads a quantity that a person typed: '1,5' or '1.234'. */
export function parseTypedQuantity(text: string, limits: QuantityLimits = {}): QuantityResult {
  return judge(
    parseBrazilianDecimal(text),
    limits,
    'A quantidade precisa ser um número, com vírgula nos decimais.',
  );
}

function judge(value: Decimal | null, { max }: QuantityLimits, notNumeric: string): QuantityResult {
  if (value === null) return refuse('QUANTIDADE_NAO_NUMERICA', notNumeric);
  if (!isPositive(value))
    return refuse('QUANTIDADE_NAO_POSITIVA', 'A quantidade precisa ser maior que zero.');
  if (value.replace('.', '').length > QUANTITY_MAX_DIGITS)
    return refuse('QUANTIDADE_LONGA', `A quantidade pode ter no máximo ${QUANTITY_MAX_DIGITS} dígitos.`);
  if (decimalPlaces(value) > QUANTITY_MAX_PLACES)
    return refuse(
      'QUANTIDADE_LONGA',
      `A quantidade pode ter no máximo ${QUANTITY_MAX_PLACES} casas decimais.`,
    );
  if (max !== undefined && compareDecimals(value, max) > 0)
    return refuse(
      'QUANTIDADE_ACIMA_DO_DISPONIVEL',
      `A quantidade pode ser no máximo ${formatQuantity(max)}.`,
    );
  return { ok: true, value };
}

/** A quantity as people read it: as many decimals as it has ('1.234,5'). */
export const formatQuantity = (value: Decimal): string => formatNumber(value, decimalPlaces(value));

const refuse = (code: QuantityCode, message: string): QuantityResult => ({ ok: false, code, message });

/** What decides whether something is sold in fractions. */
interface SoldUnit {
  unit: string;
  /** What the product itself says (`fracionavel`), of its own unit; null leaves it to the unit. */
  fractional?: boolean | null | undefined;
  /** The unit that the product is counted in, where `unit` is that of a packaging. */
  ownUnit?: string | undefined;
}

/** True where a quantity may have decimals. A product that never divides does not in any packaging either. */
export function unitDivides({ unit, fractional = null, ownUnit = unit }: SoldUnit): boolean {
  if (fractional === false) return false;
  if (fractional === true && unitCode(unit) === unitCode(ownUnit)) return true;
  return unitOf(unit)?.divides === true;
}

/**
 * Why a quantity may not stand; '' where it may. What is left of an old fraction can be dealt with as a whole: half a
 * bundle that was sold once comes back as half a bundle.
 */
export function fractionFault(quantity: Decimal, divides: boolean, rest?: Decimal): string {
  if (divides || decimalPlaces(quantity) === 0) return '';
  if (rest !== undefined && compareDecimals(quantity, rest) === 0) return '';
  return WHOLE_ONLY;
}

/** Said of a fraction of what is counted. */
export const WHOLE_ONLY = 'a quantidade precisa ser um número inteiro';

import { unitCode, unitOf } from '../catalogs/units.ts';
import { compareDecimals, type Decimal, decimalPlaces } from './decimal.ts';

/** What decides whether something is sold in fractions. */
export interface SoldUnit {
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

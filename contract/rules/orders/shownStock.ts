import type { StockStatus } from '../../catalogs/stockStatus.ts';
import { compareDecimals, type Decimal, isPositive, subtractDecimals } from '../decimal.ts';
import { divideFloor } from './packQuantity.ts';

/** What a branch has of a product, in units. */
export interface StockFacts {
  quantity: Decimal;
  reserved: Decimal;
  low: Decimal;
  /** Most of one order; −1 any number. */
  max: Decimal;
}

/** What may still be promised to somebody: what orders reserved is not there any more. */
export function availableStock({ quantity, reserved }: Pick<StockFacts, 'quantity' | 'reserved'>): Decimal {
  const left = subtractDecimals(quantity, reserved);
  return isPositive(left) ? left : '0';
}

/** min(stock, max) unless max is −1; in whole packagings where one holds more than a unit (document 002 section 9). */
export function shownStock(available: Decimal, max: Decimal, conversionFactor: Decimal): Decimal {
  const limited = isUnlimited(max) || compareDecimals(available, max) <= 0 ? available : max;
  return compareDecimals(conversionFactor, '1') > 0 ? divideFloor(limited, conversionFactor) : limited;
}

/** Most of one order in packagings; −1 any number. */
export const packMax = (max: Decimal, conversionFactor: Decimal): Decimal =>
  isUnlimited(max)
    ? '-1'
    : compareDecimals(conversionFactor, '1') > 0
      ? divideFloor(max, conversionFactor)
      : max;

export const isUnlimited = (max: Decimal): boolean => compareDecimals(max, '0') < 0;

/** 3 without any, 2 at or below what the branch calls little, else 1. */
export function stockStatusOf(stock: StockFacts): StockStatus {
  const available = availableStock(stock);
  if (!isPositive(available)) return '3';
  return compareDecimals(available, stock.low) <= 0 ? '2' : '1';
}

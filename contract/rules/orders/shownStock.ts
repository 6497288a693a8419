import type { StockStatus } from '../../catalogs/orderStatus.ts';
import { unitOf } from '../../catalogs/units.ts';
import { readMoment } from '../dayRange.ts';
import { compareDecimals, type Decimal, isPositive, multiplyDecimals, subtractDecimals } from '../decimal.ts';
import { formatQuantity } from '../quantity.ts';
import { DEFAULT_TIME_ZONE, localDate, localTime } from '../zonedTime.ts';
import { divideFloor } from './packaging.ts';

/** What a branch has of a product, in units. */
interface StockFacts {
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

/** A way of sale, as far as its words go. */
interface PackWords {
  /** Code of its unit: 'PC'. */
  unidade: string;
  fator_conversao: Decimal;
}

/** '1 pacote', '268 pacotes', '1,5 quilo'; an unknown unit stands as its code: '3 XYZ'. */
export function unitText(quantity: Decimal, code: string): string {
  const unit = unitOf(code);
  const isOne = isPositive(quantity) && compareDecimals(quantity, '2') < 0;
  return `${formatQuantity(quantity)} ${unit ? (isOne ? unit.one : unit.many) : code}`.trim();
}

/** '268 pacotes (1.608 UN)': packagings, with the units that they hold where one holds more than a unit. */
export const packText = (quantity: Decimal, { unidade, fator_conversao }: PackWords, base: string): string =>
  compareDecimals(fator_conversao, '1') === 0
    ? unitText(quantity, unidade)
    : `${unitText(quantity, unidade)} (${formatQuantity(multiplyDecimals(quantity, fator_conversao))} ${base})`;

/** What may be sold of a stock, in the packaging of the line; `max` as of the product, −1 without one. */
export function stockText(available: Decimal, max: Decimal, pack: PackWords, base: string): string {
  const packs = shownStock(available, max, pack.fator_conversao);
  // Less than one of them is told as what it is.
  return isPositive(packs) || !isPositive(available)
    ? packText(packs, pack, base)
    : unitText(available, base);
}

const BRAZILIAN = /^(\d\d)\/(\d\d)\/(\d{4}) /;
const SECONDS_OF_A_CLOCK = /[T ]\d\d:\d\d:([0-5]\d)(?:\.\d+)?$/;

/**
 * When a stock was counted, as people, sheets and programs write it: '25/11/2026 02:00', '2026-11-25 02:00:30' (Brasília's
 * clock) or with an offset of its own. To the second; `null` for a moment that does not exist.
 */
export function readCountMoment(text: string): Date | null {
  const spelled = text.trim().replace(BRAZILIAN, '$3-$2-$1 ');
  const moment = readMoment(spelled, DEFAULT_TIME_ZONE);
  if (!moment) return null;
  const seconds = Number(SECONDS_OF_A_CLOCK.exec(spelled)?.[1] ?? 0);
  return new Date(Math.floor(moment.getTime() / 1000) * 1000 + seconds * 1000);
}

/** Its one spelling: '2026-11-25 02:00', with its seconds where there are some. */
export function countMomentText(instant: Date): string {
  const seconds = instant.getUTCSeconds();
  const minute = `${localDate(instant, DEFAULT_TIME_ZONE)} ${localTime(instant, DEFAULT_TIME_ZONE)}`;
  return seconds === 0 ? minute : `${minute}:${String(seconds).padStart(2, '0')}`;
}

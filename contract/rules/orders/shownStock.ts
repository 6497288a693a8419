import type { StockStatus } from '../../catalogs/orderStatus.ts';
import { compareDecimals, type Decimal, isPositive, multiplyDecimals, subtractDecimals } from '../decimal.ts';
import { formatQuantity, UNITS, unitOf, unitText } from '../quantity.ts';
import { readMoment } from '../time/dayRange.ts';
import { DEFAULT_TIME_ZONE, localDate, localTime } from '../time/zonedTime.ts';
import { divideFloor } from './packaging.ts';

/** A branch's stock of a product, in units. */
interface StockFacts {
  quantity: Decimal;
  reserved: Decimal;
  low: Decimal;
  /** Maximum per order; −1 means unlimited. */
  max: Decimal;
}

/** Stock that can still be promised: the quantity minus what orders have reserved. */
export function availableStock({ quantity, reserved }: Pick<StockFacts, 'quantity' | 'reserved'>): Decimal {
  const left = subtractDecimals(quantity, reserved);
  return isPositive(left) ? left : '0';
}

/** min(stock, max) unless max is −1; in whole packagings if one contains more than one unit (document 002 section 9). */
export function shownStock(available: Decimal, max: Decimal, conversionFactor: Decimal): Decimal {
  const limited = isUnlimited(max) || compareDecimals(available, max) <= 0 ? available : max;
  return compareDecimals(conversionFactor, '1') > 0 ? divideFloor(limited, conversionFactor) : limited;
}

/** Maximum per order in packagings; −1 means unlimited. */
export const packMax = (max: Decimal, conversionFactor: Decimal): Decimal =>
  isUnlimited(max)
    ? '-1'
    : compareDecimals(conversionFactor, '1') > 0
      ? divideFloor(max, conversionFactor)
      : max;

export const isUnlimited = (max: Decimal): boolean => compareDecimals(max, '0') < 0;

/** 3 with no stock, 2 at or below the branch's low level, otherwise 1. */
export function stockStatusOf(stock: StockFacts): StockStatus {
  const available = availableStock(stock);
  if (!isPositive(available)) return '3';
  return compareDecimals(available, stock.low) <= 0 ? '2' : '1';
}

/** The part of a packaging that its display text needs. */
export interface PackWords {
  /** Code of its unit: 'PC'. */
  unidade: string;
  fator_conversao: Decimal;
}

/** '268 pacotes (1.608 UN)': packagings, followed by their units if one contains more than one. */
export const packText = (quantity: Decimal, { unidade, fator_conversao }: PackWords, base: string): string =>
  compareDecimals(fator_conversao, '1') === 0
    ? unitText(quantity, unidade)
    : `${unitText(quantity, unidade)} (${formatQuantity(multiplyDecimals(quantity, fator_conversao))} ${base})`;

/**
 * '12 unidades', '1 pacote com 6': a quantity with the name of its packaging, in the right number. A unit code becomes
 * its word; a name that starts with no known unit stays as it is.
 */
export function soldText(quantity: Decimal, packaging: string): string {
  const name = packaging.trim();
  if (unitOf(name)) return unitText(quantity, name);
  const start = UNITS.flatMap(({ value, one, many }) => [one, many].map((word) => ({ value, word })))
    .filter(({ word }) => `${name} `.toLowerCase().startsWith(`${word} `))
    .sort((left, right) => right.word.length - left.word.length)[0];
  if (!start) return `${formatQuantity(quantity)} ${name}`.trim();
  return `${unitText(quantity, start.value)}${name.slice(start.word.length)}`;
}

/** Available stock in the packaging of the line; `max` is the product's maximum, −1 without one. */
export function stockText(available: Decimal, max: Decimal, pack: PackWords, base: string): string {
  const packs = shownStock(available, max, pack.fator_conversao);
  // Less than one packaging is shown in units.
  return isPositive(packs) || !isPositive(available)
    ? packText(packs, pack, base)
    : unitText(available, base);
}

/**
 * '870 no orçamento, 12 em estoque', both in the packaging of the line if what is needed is a whole number of it, otherwise in
 * base units: a refusal speaks of what the line says.
 */
export function shortageText(
  { needed, left }: { needed: Decimal; left: Decimal },
  pack: PackWords,
  base: string,
): string {
  const available = isPositive(left) ? left : '0';
  const packs = divideFloor(needed, pack.fator_conversao);
  const isWhole = compareDecimals(multiplyDecimals(packs, pack.fator_conversao), needed) === 0;
  return isWhole
    ? `${packText(packs, pack, base)} no orçamento, ${stockText(available, '-1', pack, base)} em estoque.`
    : `${unitText(needed, base)} no orçamento, ${unitText(available, base)} em estoque.`;
}

const BRAZILIAN = /^(\d\d)\/(\d\d)\/(\d{4}) /;
const SECONDS_OF_A_CLOCK = /[T ]\d\d:\d\d:([0-5]\d)(?:\.\d+)?$/;

/**
 * Parses the time of a stock count as written by people, sheets and programs: '25/11/2026 02:00', '2026-11-25 02:00:30'
 * (Brasília time) or with its own offset. Precise to the second; `null` for a moment that does not exist.
 */
export function readCountMoment(text: string): Date | null {
  const spelled = text.trim().replace(BRAZILIAN, '$3-$2-$1 ');
  const moment = readMoment(spelled, DEFAULT_TIME_ZONE);
  if (!moment) return null;
  const seconds = Number(SECONDS_OF_A_CLOCK.exec(spelled)?.[1] ?? 0);
  return new Date(Math.floor(moment.getTime() / 1000) * 1000 + seconds * 1000);
}

/** Canonical text: '2026-11-25 02:00', with seconds if there are any. */
export function countMomentText(instant: Date): string {
  const seconds = instant.getUTCSeconds();
  const minute = `${localDate(instant, DEFAULT_TIME_ZONE)} ${localTime(instant, DEFAULT_TIME_ZONE)}`;
  return seconds === 0 ? minute : `${minute}:${String(seconds).padStart(2, '0')}`;
}

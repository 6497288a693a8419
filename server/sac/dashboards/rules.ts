import { addDays, type CalendarDate } from '../../../contract/rules/calendarDate.ts';
import { dayRange, type InstantRange } from '../../../contract/rules/dayRange.ts';
import type { TimeZone } from '../../../contract/rules/zonedTime.ts';

/** Days since the opening, from and to; the last has no end. */
const AGES: readonly (readonly [number, number | null])[] = [
  [0, 1],
  [2, 3],
  [4, 7],
  [8, 15],
  [16, 30],
  [31, null],
];

export interface AgeBand {
  faixa: string;
  /** Days of opening, both included: what the list filters by. */
  de: CalendarDate | null;
  ate: CalendarDate;
}

/** Youngest first. */
export const ageBands = (today: CalendarDate): AgeBand[] =>
  AGES.map(([youngest, oldest]) => ({
    faixa: oldest === null ? `mais de ${youngest - 1} dias` : `${youngest} a ${oldest} dias`,
    de: oldest === null ? null : addDays(today, -oldest),
    ate: addDays(today, -youngest),
  }));

/**
 * Where each band begins, oldest first: what was opened before the first belongs to the last band, between the
 * first two to the last but one, and so on.
 */
export const bandStarts = (bands: readonly AgeBand[], zone: TimeZone): Date[] =>
  bands.flatMap(({ de }) => (de === null ? [] : [dayRange(de, de, zone).start])).reverse();

export interface PeriodDays {
  de: CalendarDate;
  ate: CalendarDate;
  range: InstantRange;
}

/** So many days, today included. */
export function periodOf(days: number, today: CalendarDate, zone: TimeZone): PeriodDays {
  const de = addDays(today, 1 - days);
  return { de, ate: today, range: dayRange(de, today, zone) };
}

/** Every day of the period, also those on which nothing happened. */
export const daysOf = ({ de, ate }: Pick<PeriodDays, 'de' | 'ate'>): CalendarDate[] => {
  const days = [de];
  for (let day = de; day < ate; ) {
    day = addDays(day, 1);
    days.push(day);
  }
  return days;
};

/** The largest, and what the others have together. */
export function largest<T extends { total: number }>(
  shares: readonly T[],
  most: number,
): { maiores: T[]; demais: number } {
  const sorted = [...shares].sort((a, b) => b.total - a.total);
  return {
    maiores: sorted.slice(0, most),
    demais: sorted.slice(most).reduce((sum, { total }) => sum + total, 0),
  };
}

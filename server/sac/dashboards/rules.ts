import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { dayRange, type InstantRange } from '#contract/rules/time/dayRange.ts';
import type { TimeZone } from '#contract/rules/time/zonedTime.ts';

/** Days since opening, from and to; the last band has no upper limit. */
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
  /** The range of opening dates, both inclusive, used as the list's filter. */
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
 * The start of each band, oldest first: tickets opened before the first start belong to the last band, those between the
 * first two to the last but one, and so on.
 */
export const bandStarts = (bands: readonly AgeBand[], zone: TimeZone): Date[] =>
  bands.flatMap(({ de }) => (de === null ? [] : [dayRange(de, de, zone).start])).reverse();

export interface PeriodDays {
  de: CalendarDate;
  ate: CalendarDate;
  range: InstantRange;
}

/** A period of the given number of days, including today. */
export function periodOf(days: number, today: CalendarDate, zone: TimeZone): PeriodDays {
  const de = addDays(today, 1 - days);
  return { de, ate: today, range: dayRange(de, today, zone) };
}

/** Every day of the period, including those without any tickets. */
export const daysOf = ({ de, ate }: Pick<PeriodDays, 'de' | 'ate'>): CalendarDate[] => {
  const days = [de];
  for (let day = de; day < ate; ) {
    day = addDays(day, 1);
    days.push(day);
  }
  return days;
};

/** The largest shares, and the total of the others. */
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

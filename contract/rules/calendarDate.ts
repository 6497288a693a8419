/** A day without a time, as the wire carries it: 'YYYY-MM-DD'. */
export type CalendarDate = string;

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/;
const MS_PER_DAY = 86_400_000;

/** A day that exists ('2026-02-30' does not). */
export function isCalendarDate(text: string): boolean {
  return SHAPE.test(text) && toCalendarDate(dayNumber(text)) === text;
}

/** Days since 1970-01-01; the argument must be of the right shape. */
const dayNumber = (date: CalendarDate): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / MS_PER_DAY);

/** The day `days` after (or before, when negative) the given one. */
export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  toCalendarDate(dayNumber(date) + days);

/** Whole days from the first date to the second; negative when the second is earlier. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number => dayNumber(to) - dayNumber(from);

/** 'DD/MM/YYYY' of a calendar date; any other text is answered as it is. */
export function formatCalendarDate(date: CalendarDate): string {
  const [, year, month, day] = SHAPE.exec(date) ?? [];
  return year ? `${day}/${month}/${year}` : date;
}

function toCalendarDate(day: number): CalendarDate {
  const date = new Date(day * MS_PER_DAY);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}

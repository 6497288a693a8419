import { type Instant, localDate, localTime, type TimeZone } from './zonedTime.ts';

/** A day without a time, in its wire format 'YYYY-MM-DD'. */
export type CalendarDate = string;

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/;
const MS_PER_DAY = 86_400_000;

/** Whether the day exists ('2026-02-30' does not). */
export function isCalendarDate(text: string): boolean {
  return SHAPE.test(text) && toCalendarDate(dayNumber(text)) === text;
}

/** Days since 1970-01-01; the argument must have the right shape. */
const dayNumber = (date: CalendarDate): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / MS_PER_DAY);

/** The day `days` after (or before, when negative) the given one. */
export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  toCalendarDate(dayNumber(date) + days);

/** Whole days from the first date to the second; negative when the second is earlier. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number => dayNumber(to) - dayNumber(from);

/** Formats a calendar date as 'DD/MM/YYYY'; any other text is returned unchanged. */
export function formatCalendarDate(date: CalendarDate): string {
  const [, year, month, day] = SHAPE.exec(date) ?? [];
  return year ? `${day}/${month}/${year}` : date;
}

function toCalendarDate(day: number): CalendarDate {
  const date = new Date(day * MS_PER_DAY);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}

/** Number of days within which a date is shown as a distance (document 000, section 9). */
const RELATIVE_DAYS = 7;

/** Formats as 'DD/MM/YYYY' in the zone. */
export const formatDate = (instant: Instant, zone: TimeZone): string =>
  formatCalendarDate(localDate(instant, zone));

/** Formats as 'DD/MM/YYYY HH:mm' in the zone. */
export const formatDateTime = (instant: Instant, zone: TimeZone): string =>
  `${formatDate(instant, zone)} ${localTime(instant, zone)}`;

/**
 * 'hoje às 14:32', 'ontem', 'há 3 dias' up to seven days back, 'amanhã', 'em 3 dias' up to seven days ahead (due times),
 * otherwise 'DD/MM/YYYY'. Days are calendar days in the zone, not spans of 24 hours.
 */
export function formatRelativeDate(instant: Instant, now: Instant, zone: TimeZone): string {
  const days = daysBetween(localDate(instant, zone), localDate(now, zone));
  if (days === 0) return `hoje às ${localTime(instant, zone)}`;
  if (days === 1) return 'ontem';
  if (days === -1) return 'amanhã';
  if (Math.abs(days) > RELATIVE_DAYS) return formatDate(instant, zone);
  return days > 0 ? `há ${days} dias` : `em ${-days} dias`;
}

import { type Instant, localDate, localTime, type TimeZone } from './zonedTime.ts';

/** A day without a time, in its wire format 'YYYY-MM-DD'. */
export type CalendarDate = string;

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/;
const MS_PER_DAY = 86_400_000;

/** Whether the day exists ('2026-02-30' does not). */
export function isCalendarDate(text: string): boolean {
  return SHAPE.test(text) && toCalendarDate(dayNumber(text)) === text;
}

/** Whether a stored value is a day that exists, or none yet. */
export const isDayOrNone = (value: unknown): value is CalendarDate | null =>
  value === null || (typeof value === 'string' && isCalendarDate(value));

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

/** By weekday, from Sunday. */
export const WEEKDAYS = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'] as const;

/** 'hoje às 16:40', 'amanhã às 08:00', 'segunda às 08:00' within a week, otherwise '07/12 às 08:00', for a moment to come. */
export function formatComingMoment(instant: Instant, now: Instant, zone: TimeZone): string {
  const day = localDate(instant, zone);
  const ahead = daysBetween(localDate(now, zone), day);
  const near =
    ['hoje', 'amanhã'][ahead] ?? (ahead > 0 && ahead < RELATIVE_DAYS ? WEEKDAYS[weekdayOf(day)] : null);
  return `${near ?? formatCalendarDate(day).slice(0, 5)} às ${localTime(instant, zone)}`;
}

/** 'seg'. */
export const shortWeekday = (weekday: number): string => (WEEKDAYS[weekday] ?? '').slice(0, 3);

const MONTHS =
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ');

/** The name of the day's month, or of a month 'YYYY-MM': 'novembro'. */
const monthName = (day: CalendarDate): string => MONTHS[Number(day.slice(5, 7)) - 1] ?? '';

/** 'novembro de 2026'. */
export const monthText = (day: CalendarDate): string => `${monthName(day)} de ${day.slice(0, 4)}`;

/** 'nov/2026'. */
export const shortMonthText = (day: CalendarDate): string =>
  `${monthName(day).slice(0, 3)}/${day.slice(0, 4)}`;

/** 'sábado, 21 de novembro'. */
export function dayInWords(day: CalendarDate): string {
  const weekday = weekdayOf(day);
  const name = `${WEEKDAYS[weekday]}${weekday === 0 || weekday === 6 ? '' : '-feira'}`;
  return `${name}, ${Number(day.slice(8))} de ${monthName(day)}`;
}

/** 0 is Sunday. */
export const weekdayOf = (day: CalendarDate): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The seven days of the week that contains the day, starting on Sunday. */
export const weekOf = (day: CalendarDate): CalendarDate[] => {
  const sunday = addDays(day, -weekdayOf(day));
  return Array.from({ length: 7 }, (_, index) => addDays(sunday, index));
};

/** The full weeks that a calendar shows for the day's month. */
export function weeksOfMonth(day: CalendarDate): CalendarDate[][] {
  const weeks: CalendarDate[][] = [];
  for (let week = weekOf(`${day.slice(0, 7)}-01`); (week[0] as string).slice(0, 7) <= day.slice(0, 7); ) {
    weeks.push(week);
    week = weekOf(addDays(week[6] as string, 1));
  }
  return weeks;
}

/** The same day in another month, or that month's last day if it has no such day. */
export function addMonths(day: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}

import { daysBetween, formatCalendarDate } from './calendarDate.ts';
import { type Instant, localDate, localTime, type TimeZone } from './zonedTime.ts';

/** Days within which a date reads as a distance (document 000, section 9). */
const RELATIVE_DAYS = 7;

/** 'DD/MM/YYYY' in the zone. */
export const formatDate = (instant: Instant, zone: TimeZone): string =>
  formatCalendarDate(localDate(instant, zone));

/** 'DD/MM/YYYY HH:mm' in the zone. */
export const formatDateTime = (instant: Instant, zone: TimeZone): string =>
  `${formatDate(instant, zone)} ${localTime(instant, zone)}`;

/**
 * 'hoje às 14:32', 'ontem', 'há 3 dias' up to seven days back, 'amanhã', 'em 3 dias' up to seven days ahead
 * (due times), otherwise 'DD/MM/YYYY'. Days are those of the calendar in the zone, not spans of 24 hours.
 */
export function formatRelativeDate(instant: Instant, now: Instant, zone: TimeZone): string {
  const days = daysBetween(localDate(instant, zone), localDate(now, zone));
  if (days === 0) return `hoje às ${localTime(instant, zone)}`;
  if (days === 1) return 'ontem';
  if (days === -1) return 'amanhã';
  if (Math.abs(days) > RELATIVE_DAYS) return formatDate(instant, zone);
  return days > 0 ? `há ${days} dias` : `em ${-days} dias`;
}

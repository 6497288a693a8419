import { addDays, type CalendarDate } from './calendarDate.ts';
import { localDate, type TimeZone } from './zonedTime.ts';

/** Half-open: an instant belongs to it when start ≤ instant < end. */
export interface InstantRange {
  start: Date;
  end: Date;
}

const OLDEST: CalendarDate = '1000-01-01';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The instants of the days `from` to `to`, both whole, in the zone: what a date filter selects (DOMAIN section 6). */
export function dayRange(from: CalendarDate, to: CalendarDate, zone: TimeZone): InstantRange {
  return { start: startOfDay(from, zone), end: startOfDay(addDays(to, 1), zone) };
}

/**
 * The first instant whose local day is `date`. Where the clock skips midnight (summer time once did in São Paulo)
 * that is one o'clock. Found by halving, because an offset can only be asked for a known instant.
 */
export function startOfDay(day: CalendarDate, zone: TimeZone): Date {
  // Around the year 1 a clock would need an era; nothing here is older than a thousand years.
  const date = day < OLDEST ? OLDEST : day;
  const utcMidnight = Date.parse(`${date}T00:00:00Z`);
  let before = (utcMidnight - 15 * HOUR) / MINUTE;
  let reached = (utcMidnight + 13 * HOUR) / MINUTE;
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    if (localDate(middle * MINUTE, zone) >= date) reached = middle;
    else before = middle;
  }
  return new Date(reached * MINUTE);
}

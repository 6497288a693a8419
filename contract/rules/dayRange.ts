import { addDays, type CalendarDate } from './calendarDate.ts';
import { localDate, localTime, type TimeZone } from './zonedTime.ts';

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
  const look = (minute: number) => {
    if (localDate(minute * MINUTE, zone) >= date) reached = minute;
    else before = minute;
  };
  // On nearly every day the clock of then and of midnight in UTC go alike, and that is proved by two looks.
  const shown = Date.parse(`${localDate(utcMidnight, zone)}T${localTime(utcMidnight, zone)}Z`);
  const likely = (2 * utcMidnight - shown) / MINUTE;
  for (const minute of [likely, likely - 1]) if (minute > before && minute < reached) look(minute);
  while (reached - before > 1) look(Math.floor((before + reached) / 2));
  return new Date(reached * MINUTE);
}

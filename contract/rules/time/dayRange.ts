import { addDays, type CalendarDate, isCalendarDate } from './calendarDate.ts';
import { localDate, localTime, type TimeZone } from './zonedTime.ts';

/** Half-open: an instant belongs to the range when start ≤ instant < end. */
export interface InstantRange {
  start: Date;
  end: Date;
}

const MIN_DATE: CalendarDate = '1000-01-01';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * The instants of the days from `from` to `to`, both inclusive, in the zone: the range that a date filter selects (docs/domain.md
 * 6).
 */
export function dayRange(from: CalendarDate, to: CalendarDate, zone: TimeZone): InstantRange {
  return { start: startOfDay(from, zone), end: startOfDay(addDays(to, 1), zone) };
}

/**
 * The first instant whose local day is `date`. Where the clock skips midnight (as daylight saving time once did in São
 * Paulo), that is one o'clock. Found by bisection, because an offset can only be looked up for a known instant.
 */
export function startOfDay(day: CalendarDate, zone: TimeZone): Date {
  // Around the year 1 the formatted date would need an era; no date here is older than a thousand years.
  const date = day < MIN_DATE ? MIN_DATE : day;
  const utcMidnight = Date.parse(`${date}T00:00:00Z`);
  let before = (utcMidnight - 15 * HOUR) / MINUTE;
  let reached = (utcMidnight + 13 * HOUR) / MINUTE;
  const look = (minute: number) => {
    if (localDate(minute * MINUTE, zone) >= date) reached = minute;
    else before = minute;
  };
  // On nearly every day the offset at local midnight equals the one at midnight UTC, which two checks confirm.
  const shown = Date.parse(`${localDate(utcMidnight, zone)}T${localTime(utcMidnight, zone)}Z`);
  const likely = (2 * utcMidnight - shown) / MINUTE;
  for (const minute of [likely, likely - 1]) if (minute > before && minute < reached) look(minute);
  while (reached - before > 1) look(Math.floor((before + reached) / 2));
  return new Date(reached * MINUTE);
}

const SHAPE = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;

/**
 * Converts a local time of the zone ('2026-11-21 14:30', also with T and seconds) to an instant; an offset in the text takes
 * precedence. `null` for a day or time that does not exist.
 */
export function readMoment(text: string, zone: TimeZone): Date | null {
  const [, day = '', time = '', offset] = SHAPE.exec(text.trim()) ?? [];
  if (!isCalendarDate(day) || time >= '24:00' || time.slice(3) > '59') return null;
  if (!offset) return localInstant(day, time, zone);
  const instant = new Date(text.trim().replace(' ', 'T'));
  return Number.isNaN(instant.getTime()) ? null : instant;
}

/**
 * The instant at which a clock in the zone shows the day and 'HH:mm'. For an hour that occurs twice, the first one; for a
 * skipped hour, the time shifted by the length of the gap.
 */
export function localInstant(day: CalendarDate, time: string, zone: TimeZone): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  const offsets = [wanted - DAY, wanted + DAY].map((near) => shownAt(near, zone) - near);
  const fitting = offsets
    .map((offset) => wanted - offset)
    .filter((instant) => shownAt(instant, zone) === wanted);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : wanted - Math.min(...offsets));
}

const DAY = 86_400_000;

/** The local time, read as if it were UTC. */
const shownAt = (instant: number, zone: TimeZone): number =>
  Date.parse(`${localDate(instant, zone)}T${localTime(instant, zone)}:00Z`);

import { type CalendarDate, isCalendarDate } from '../calendarDate.ts';
import { localDate, localTime, type TimeZone } from '../zonedTime.ts';

const SHAPE = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;

/**
 * What a wall clock of the zone shows ('2026-11-21 14:30', also with T and seconds) as an instant; text that carries its
 * own offset is taken by it. `null` for a day or time that does not exist.
 */
export function readMoment(text: string, zone: TimeZone): Date | null {
  const [, day = '', time = '', offset] = SHAPE.exec(text.trim()) ?? [];
  if (!isCalendarDate(day) || time >= '24:00' || time.slice(3) > '59') return null;
  if (!offset) return localInstant(day, time, zone);
  const instant = new Date(text.trim().replace(' ', 'T'));
  return Number.isNaN(instant.getTime()) ? null : instant;
}

/**
 * The instant at which a clock on the wall of the zone shows day and 'HH:mm'. Of an hour that the clock shows twice the
 * first; of one that it skips the moment after the leap.
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

/** What the wall shows, as if it were UTC. */
const shownAt = (instant: number, zone: TimeZone): number =>
  Date.parse(`${localDate(instant, zone)}T${localTime(instant, zone)}:00Z`);

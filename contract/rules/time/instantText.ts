import { type CalendarDate, formatCalendarDate, isCalendarDate } from './calendarDate.ts';
import { readMoment } from './dayRange.ts';
import { localDate, localTime, type TimeZone } from './zonedTime.ts';

/** What a clock shows. */
interface Clock {
  day: CalendarDate;
  time: string;
}

const FIRST_DAY: CalendarDate = '1000-01-02';
const LAST_DAY: CalendarDate = '9999-12-30';
const MINUTE = 60_000;

const CLOCK = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/;

/**
 * Whether a text is a day and time: '2026-11-21T14:30' by the clock of the record's branch, or with an offset. In any zone its
 * day has a year of four digits.
 */
export function isInstantText(text: string): boolean {
  const day = CLOCK.exec(text)?.[1] ?? '';
  return day >= FIRST_DAY && day <= LAST_DAY && readMoment(text, 'UTC') !== null;
}

/**
 * The one text that is stored of an instant: what the clock of the zone shows, to the minute, and its offset:
 * '2026-11-21T14:30:00-03:00'. It says the instant, and it is read, filtered and shown by its day and time without asking for the
 * zone again. A text that is no instant is left as it is, for the validator to refuse.
 */
export function storedInstant(text: string, zone: TimeZone): string {
  const found = isInstantText(text) ? readMoment(text, zone) : null;
  if (!found) return text;
  const instant = Math.floor(found.getTime() / MINUTE) * MINUTE;
  const [day, time] = [localDate(instant, zone), localTime(instant, zone)];
  const offset = Math.round((Date.parse(`${day}T${time}:00Z`) - instant) / MINUTE);
  return `${day}T${time}:00${offset < 0 ? '-' : '+'}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`;
}

/** The same instant with an offset: as it is written where it has one. */
export const withOffset = (text: string, zone: TimeZone): string =>
  OFFSET.test(text) ? text : storedInstant(text, zone);

const OFFSET = /(?:Z|[+-]\d\d:?\d\d)$/;

/** What is stored of what was given. What is the same instant stays as it is: a branch may have moved to another zone since. */
export function keptInstant(given: unknown, stored: unknown, zone: TimeZone): unknown {
  if (typeof given !== 'string') return given;
  const now = storedInstant(given, zone);
  return typeof stored === 'string' && now === storedInstant(stored, zone) ? stored : now;
}

const two = (number: number): string => String(Math.floor(number)).padStart(2, '0');

/** What the clock of the branch shows, of a stored instant or one just typed; `null` for any other text. */
export function clockOf(text: string): Clock | null {
  const [, day = '', time = ''] = CLOCK.exec(text) ?? [];
  return isCalendarDate(day) ? { day, time } : null;
}

/** 'DD/MM/AAAA HH:mm', by the clock of the record's branch. Other texts, such as masks, are shown as they are. */
export function formatInstant(text: string): string {
  const clock = clockOf(text);
  return clock ? `${formatCalendarDate(clock.day)} ${clock.time}` : text;
}

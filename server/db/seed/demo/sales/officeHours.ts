import type { CalendarDate } from '../../../../../contract/rules/calendarDate.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The company's clock is behind that of the database. */
const BEHIND = 3 * HOUR;
const OPENS = 8;
const OPEN_HOURS = 10;

/** Where any moment of a day falls when the day is told in office hours: people do not sell at three in the morning. */
export function inOfficeHours(moment: Date): Date {
  const local = moment.getTime() - BEHIND;
  const day = Math.floor(local / DAY) * DAY;
  const shifted = day + OPENS * HOUR + ((local - day) / DAY) * OPEN_HOURS * HOUR + BEHIND;
  // What has not come yet stays when it was.
  return shifted > Date.now() ? moment : new Date(shifted);
}

/** A moment of today that is over, `part` of the way: in office hours, or in the night where they have not begun. */
export function earlierToday(today: CalendarDate, part: number): Date {
  const midnight = Date.parse(`${today}T00:00:00Z`) + BEHIND;
  const now = Math.floor(Date.now() / (10 * MINUTE)) * 10 * MINUTE;
  const opening = midnight + OPENS * HOUR;
  const [start, end] =
    now > opening + HOUR
      ? [opening, Math.min(now, opening + OPEN_HOURS * HOUR)]
      : [midnight, midnight + HOUR];
  return new Date(start + Math.floor(((end - start) * part) / MINUTE) * MINUTE);
}

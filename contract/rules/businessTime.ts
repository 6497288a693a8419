import { addDays, type CalendarDate } from './calendarDate.ts';
import { startOfDay } from './dayRange.ts';
import { localDate, type TimeZone } from './zonedTime.ts';

/** When a branch works: on these weekdays, between these times on its own clock, holidays excepted. */
export interface WorkCalendar {
  zone: TimeZone;
  /** 0 Sunday to 6 Saturday; at least one. */
  days: readonly number[];
  /** Minutes after midnight; it opens before it closes. */
  opens: number;
  closes: number;
  isHoliday: (day: CalendarDate) => boolean;
}

const MINUTE = 60_000;

/** The instant at which so many working minutes have passed since `from`. */
export function addWorkingMinutes(from: Date, minutes: number, calendar: WorkCalendar): Date {
  let left = Math.round(minutes * MINUTE);
  for (let day = localDate(from, calendar.zone); ; day = addDays(day, 1)) {
    const hours = workingHours(day, calendar);
    if (!hours) continue;
    const begins = Math.max(from.getTime(), hours.opens);
    const available = Math.max(0, hours.closes - begins);
    if (left <= available) return new Date(begins + left);
    left -= available;
  }
}

/** Working minutes from one instant to a later one, with their fraction; 0 when it is not later. */
export function workingMinutesBetween(from: Date, to: Date, calendar: WorkCalendar): number {
  const last = localDate(to, calendar.zone);
  let worked = 0;
  for (let day = localDate(from, calendar.zone); day <= last; day = addDays(day, 1)) {
    const hours = workingHours(day, calendar);
    if (!hours) continue;
    const begins = Math.max(from.getTime(), hours.opens);
    worked += Math.max(0, Math.min(to.getTime(), hours.closes) - begins);
  }
  return worked / MINUTE;
}

/** Opening and closing of a day in milliseconds; `null` when nobody works on it. */
function workingHours(day: CalendarDate, { zone, days, opens, closes, isHoliday }: WorkCalendar) {
  if (!days.includes(weekday(day)) || isHoliday(day)) return null;
  const midnight = startOfDay(day, zone).getTime();
  return { opens: midnight + opens * MINUTE, closes: midnight + closes * MINUTE };
}

const weekday = (day: CalendarDate): number => new Date(`${day}T00:00:00Z`).getUTCDay();

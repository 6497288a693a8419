import { addDays, type CalendarDate, weekdayOf } from './calendarDate.ts';
import { startOfDay } from './dayRange.ts';
import type { WorkSpan, WorkWeek } from './workWeek.ts';
import { localDate, type TimeZone } from './zonedTime.ts';

/** A branch's working hours: the spans of each weekday in its own time zone, except on holidays. */
export interface WorkCalendar {
  zone: TimeZone;
  week: WorkWeek;
  isHoliday: (day: CalendarDate) => boolean;
}

const MINUTE = 60_000;

/** The instant that lies this many working minutes after `from`. */
export function addWorkingMinutes(from: Date, minutes: number, calendar: WorkCalendar): Date {
  let left = Math.round(minutes * MINUTE);
  for (let day = localDate(from, calendar.zone); ; day = addDays(day, 1)) {
    for (const { opens, closes } of workingSpans(day, calendar)) {
      const begins = Math.max(from.getTime(), opens);
      const available = Math.max(0, closes - begins);
      if (left <= available) return new Date(begins + left);
      left -= available;
    }
  }
}

/** The instant before which this many working minutes were left until `to`. */
export function takeWorkingMinutes(to: Date, minutes: number, calendar: WorkCalendar): Date {
  let left = Math.round(minutes * MINUTE);
  for (let day = localDate(to, calendar.zone); ; day = addDays(day, -1)) {
    for (const { opens, closes } of workingSpans(day, calendar).toReversed()) {
      const ends = Math.min(to.getTime(), closes);
      const available = Math.max(0, ends - opens);
      if (left <= available) return new Date(ends - left);
      left -= available;
    }
  }
}

/** Working minutes between two instants, including the fraction; 0 if `to` is not later than `from`. */
export function workingMinutesBetween(from: Date, to: Date, calendar: WorkCalendar): number {
  const last = localDate(to, calendar.zone);
  let worked = 0;
  for (let day = localDate(from, calendar.zone); day <= last; day = addDays(day, 1)) {
    for (const { opens, closes } of workingSpans(day, calendar))
      worked += Math.max(0, Math.min(to.getTime(), closes) - Math.max(from.getTime(), opens));
  }
  return worked / MINUTE;
}

/** The working spans of a day as instants, in order; none when nobody works on that day. */
export function workingSpans(day: CalendarDate, { zone, week, isHoliday }: WorkCalendar): WorkSpan[] {
  const spans = week[weekdayOf(day)] ?? [];
  if (spans.length === 0 || isHoliday(day)) return [];
  const midnight = startOfDay(day, zone).getTime();
  return spans.map(({ opens, closes }) => ({
    opens: midnight + opens * MINUTE,
    closes: midnight + closes * MINUTE,
  }));
}

/** Whether somebody works on that day. */
export const isWorkingDay = (day: CalendarDate, { week, isHoliday }: Omit<WorkCalendar, 'zone'>): boolean =>
  (week[weekdayOf(day)] ?? []).length > 0 && !isHoliday(day);

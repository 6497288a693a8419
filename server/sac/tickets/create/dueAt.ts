import { addDays } from '../../../../contract/rules/calendarDate.ts';
import { startOfDay } from '../../../../contract/rules/dayRange.ts';
import { localDate, type TimeZone } from '../../../../contract/rules/zonedTime.ts';

const HOUR = 60 * 60 * 1000;
/** Working time is Monday to Friday, 8 to 18 o'clock on the branch's clock; holidays count as working days. */
const OPENS = 8 * HOUR;
const CLOSES = 18 * HOUR;

/** The instant at which so many working hours have passed; `null` without a limit. */
export function dueAt(from: Date, workingHours: number | null, zone: TimeZone): Date | null {
  if (workingHours === null) return null;
  let left = workingHours * HOUR;
  for (let day = localDate(from, zone); ; day = addDays(day, 1)) {
    if (isWeekend(day)) continue;
    const midnight = startOfDay(day, zone).getTime();
    const begins = Math.max(from.getTime(), midnight + OPENS);
    const available = Math.max(0, midnight + CLOSES - begins);
    if (left <= available) return new Date(begins + left);
    left -= available;
  }
}

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

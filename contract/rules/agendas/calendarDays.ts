import { addDays, type CalendarDate } from '../calendarDate.ts';

/** 0 is Sunday. */
export const weekdayOf = (day: CalendarDate): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The seven days of the week that contains the day, starting on Sunday. */
export const weekOf = (day: CalendarDate): CalendarDate[] => {
  const sunday = addDays(day, -weekdayOf(day));
  return Array.from({ length: 7 }, (_, index) => addDays(sunday, index));
};

/** The full weeks that a calendar shows for the day's month. */
export function weeksOfMonth(day: CalendarDate): CalendarDate[][] {
  const weeks: CalendarDate[][] = [];
  for (let week = weekOf(`${day.slice(0, 7)}-01`); (week[0] as string).slice(0, 7) <= day.slice(0, 7); ) {
    weeks.push(week);
    week = weekOf(addDays(week[6] as string, 1));
  }
  return weeks;
}

/** The same day in another month, or that month's last day if it has no such day. */
export function addMonths(day: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}

import { getHolidays } from '@brazilian-utils/brazilian-utils/get-holidays';
import type { CalendarDate } from '../../../contract/rules/calendarDate.ts';

const FIRST_YEAR = 1900;
const LAST_YEAR = 2099;
const byYear = new Map<number, ReadonlySet<CalendarDate>>();

/** Whether everybody in Brazil has this day off by law. Carnival and Corpus Christi are left to each branch. */
export function isNationalHoliday(day: CalendarDate): boolean {
  const year = Number(day.slice(0, 4));
  const known = byYear.get(year) ?? holidaysOf(year);
  byYear.set(year, known);
  return known.has(day);
}

function holidaysOf(year: number): ReadonlySet<CalendarDate> {
  if (year < FIRST_YEAR || year > LAST_YEAR) return new Set();
  return new Set(
    getHolidays(year)
      .filter(({ type }) => type === 'national')
      .map(({ date }) => dayOf(date)),
  );
}

/** The library says midnight of the machine's zone. */
const dayOf = (date: Date): CalendarDate =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

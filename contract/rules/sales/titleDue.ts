import { addDays, type CalendarDate, daysBetween, weekdayOf } from '../time/calendarDate.ts';

/**
 * Days on which no bank in Brazil works (FEBRABAN): the national holidays, and those that move with Easter, carnival's Monday
 * and Tuesday among them. The report views have the same rule in SQL (`relatorio.pagavel_ate`); a property test compares them.
 */
const FIXED = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25'];
/** Consciência Negra is a national holiday since this year (Lei 14.759). */
const BLACK_AWARENESS = { day: '11-20', since: 2024 };
/** Days after Easter Sunday: carnival, Good Friday, Corpus Christi. */
const MOVABLE = [-48, -47, -2, 60];

export function isBankHoliday(day: CalendarDate): boolean {
  const year = Number(day.slice(0, 4));
  const date = day.slice(5);
  if (FIXED.includes(date) || (date === BLACK_AWARENESS.day && year >= BLACK_AWARENESS.since)) return true;
  return MOVABLE.includes(daysBetween(easterOf(year), day));
}

const isBankDay = (day: CalendarDate): boolean => weekdayOf(day) % 6 !== 0 && !isBankHoliday(day);

/** Easter Sunday of the Gregorian calendar (the algorithm of Meeus, Jones and Butcher). */
function easterOf(year: number): CalendarDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const correction = Math.floor((century + 8) / 25);
  const moon =
    (19 * golden + century - Math.floor(century / 4) - Math.floor((century - correction + 1) / 3) + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451);
  const days = moon + weekday - 7 * late + 114;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(Math.floor(days / 31))}-${two((days % 31) + 1)}`;
}

/** The last day on which a title may be paid without being late: its due date, or the next day on which banks work. */
export function payableUntil(dueOn: CalendarDate): CalendarDate {
  let day = dueOn;
  while (!isBankDay(day)) day = addDays(day, 1);
  return day;
}

/** An unpaid title is late when it was due on this day or before. Compared with due dates, it needs no calendar in SQL. */
export function lateUntil(today: CalendarDate): CalendarDate {
  let day = addDays(today, -1);
  while (!isBankDay(day)) day = addDays(day, -1);
  return day;
}

/** Days that are left to pay a title, 0 on the last one; once it is late, the days since its due date, negative. */
export function daysToPay(dueOn: CalendarDate, today: CalendarDate): number {
  const until = payableUntil(dueOn);
  return daysBetween(today, until < today ? dueOn : until);
}

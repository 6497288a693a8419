import { addDays, type CalendarDate, weekdayOf } from './calendarDate.ts';
import { startOfDay } from './dayRange.ts';
import { localDate, type TimeZone } from './zonedTime.ts';

/** A branch's working hours: these weekdays, between these times in its own time zone, except on holidays. */
export interface WorkCalendar {
  zone: TimeZone;
  /** 0 is Sunday, 6 is Saturday; at least one. */
  days: readonly number[];
  /** Minutes after midnight; `opens` is before `closes`. */
  opens: number;
  closes: number;
  isHoliday: (day: CalendarDate) => boolean;
}

const MINUTE = 60_000;

/** The instant that lies this many working minutes after `from`. */
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

/** The instant before which this many working minutes were left until `to`. */
export function takeWorkingMinutes(to: Date, minutes: number, calendar: WorkCalendar): Date {
  let left = Math.round(minutes * MINUTE);
  for (let day = localDate(to, calendar.zone); ; day = addDays(day, -1)) {
    const hours = workingHours(day, calendar);
    if (!hours) continue;
    const ends = Math.min(to.getTime(), hours.closes);
    const available = Math.max(0, ends - hours.opens);
    if (left <= available) return new Date(ends - left);
    left -= available;
  }
}

/** Working minutes between two instants, including the fraction; 0 if `to` is not later than `from`. */
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

/** Opening and closing times of a day in milliseconds; `null` when nobody works on that day. */
export function workingHours(day: CalendarDate, { zone, days, opens, closes, isHoliday }: WorkCalendar) {
  if (!days.includes(weekdayOf(day)) || isHoliday(day)) return null;
  const midnight = startOfDay(day, zone).getTime();
  return { opens: midnight + opens * MINUTE, closes: midnight + closes * MINUTE };
}

/** The parameter `expediente` as stored: days from 0 (Sunday) to 6 (Saturday), times in the branch's own time zone. */
export interface StoredWorkHours {
  dias: number[];
  inicio: string;
  fim: string;
}

/** Converts '08:00' to '24:00' into minutes after midnight; `null` for anything else. */
export function minutesOf(text: unknown): number | null {
  const [, hours, minutes] = /^(\d{2}):([0-5]\d)$/.exec(String(text)) ?? [];
  const total = Number(hours) * 60 + Number(minutes);
  return total <= 24 * 60 ? total : null;
}

/** What is wrong with the entered working hours; `null` when they are valid. */
export function workHoursProblem(value: unknown): string | null {
  const { dias, inicio, fim } = (value ?? {}) as Record<string, unknown>;
  if (!Array.isArray(dias) || dias.length === 0) return 'Escolha ao menos um dia de trabalho.';
  if (!dias.every(isWeekday) || new Set(dias).size < dias.length)
    return 'Os dias vão de 0 (domingo) a 6 (sábado), cada um uma vez.';
  const [opens, closes] = [minutesOf(inicio), minutesOf(fim)];
  if (opens === null || closes === null) return 'Informe o início e o fim como HH:MM.';
  return opens < closes ? null : 'O fim do expediente deve ser depois do início.';
}

export const isWeekday = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 6;

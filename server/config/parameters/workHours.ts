import { type CalendarDate, isCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { isWeekday, minutesOf } from '../../../contract/rules/workHours.ts';

/** Parameter `expediente`: when a branch works, on its own clock. */
export interface WorkHours {
  /** 0 Sunday to 6 Saturday. */
  days: readonly number[];
  /** Minutes after midnight. */
  opens: number;
  closes: number;
}

const STANDARD: WorkHours = { days: [1, 2, 3, 4, 5], opens: 8 * 60, closes: 18 * 60 };

/** A value that nobody could work by counts as absent, so that a mistake in a parameter stops no ticket. */
export function readWorkHours(value: unknown): WorkHours {
  const { dias, inicio, fim } = (value ?? {}) as Record<string, unknown>;
  const days = Array.isArray(dias) ? dias.filter(isWeekday) : [];
  const [opens, closes] = [minutesOf(inicio), minutesOf(fim)];
  if (days.length === 0 || opens === null || closes === null || opens >= closes) return STANDARD;
  return { days, opens, closes };
}

/** Parameter `feriados`: local holidays of a branch. */
export const readHolidays = (value: unknown): CalendarDate[] =>
  Array.isArray(value) ? value.filter((day) => typeof day === 'string' && isCalendarDate(day)) : [];

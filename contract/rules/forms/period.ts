import { addDays, type CalendarDate, daysBetween, isCalendarDate } from '../calendarDate.ts';

/** Two days, as form data holds them; either may be missing while they are chosen. */
export interface Period {
  inicio?: CalendarDate | undefined;
  fim?: CalendarDate | undefined;
}

/** What `x-periodo` of a schema may ask. */
export interface PeriodLimits {
  /** Most days from the first to the last, both counted. */
  dias?: number;
}

/**
 * What is wrong between the two days of a value: `ordem` (ends before it begins), `dias` (too long), '' (nothing).
 * Days that are missing or no days are the business of `required` and `format`.
 */
export function periodProblem(value: unknown, { dias }: PeriodLimits): '' | 'ordem' | 'dias' {
  const { inicio, fim } = (value ?? {}) as Record<string, unknown>;
  if (typeof inicio !== 'string' || typeof fim !== 'string') return '';
  if (!isCalendarDate(inicio) || !isCalendarDate(fim)) return '';
  if (fim < inicio) return 'ordem';
  return dias !== undefined && daysBetween(inicio, fim) >= dias ? 'dias' : '';
}

/** The other end after one was chosen: moved only as far as order and limit demand. */
export function movedPeriod(period: Period, chosen: 'inicio' | 'fim', { dias }: PeriodLimits): Period {
  const { inicio, fim } = period;
  if (!inicio || !fim) return period;
  if (fim < inicio) return chosen === 'inicio' ? { inicio, fim: inicio } : { inicio: fim, fim };
  if (dias === undefined || daysBetween(inicio, fim) < dias) return period;
  return chosen === 'inicio'
    ? { inicio, fim: addDays(inicio, dias - 1) }
    : { inicio: addDays(fim, 1 - dias), fim };
}

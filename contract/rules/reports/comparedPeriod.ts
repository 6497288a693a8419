import {
  addDays,
  addMonths,
  type CalendarDate,
  daysBetween,
  formatCalendarDate,
  isCalendarDate,
} from '../time/calendarDate.ts';
import type { ComparisonKind } from './figures.ts';

/** Two days, both included. */
export interface Period {
  inicio: CalendarDate;
  fim: CalendarDate;
}

/**
 * The period that another one is compared with. Whole months are compared with as many whole months before them, since November
 * against 'the thirty days before' would be nobody's question; other periods with as many days directly before. A year earlier, the
 * end of February stays the end of February.
 */
export function comparedPeriod(kind: ComparisonKind, { inicio, fim }: Period): Period {
  if (kind === 'ANO_ANTERIOR')
    return isLastOfMonth(fim)
      ? { inicio: addMonths(inicio, -12), fim: lastOfMonth(addMonths(fim, -12)) }
      : { inicio: addMonths(inicio, -12), fim: addMonths(fim, -12) };
  const before = addDays(inicio, -1);
  if (inicio.endsWith('-01') && isLastOfMonth(fim))
    return { inicio: addMonths(inicio, -monthsOf({ inicio, fim })), fim: before };
  return { inicio: addDays(inicio, -1 - daysBetween(inicio, fim)), fim: before };
}

const isLastOfMonth = (day: CalendarDate): boolean => addDays(day, 1).endsWith('-01');

const lastOfMonth = (day: CalendarDate): CalendarDate => addDays(addMonths(`${day.slice(0, 7)}-01`, 1), -1);

const monthsOf = ({ inicio, fim }: Period): number =>
  (Number(fim.slice(0, 4)) - Number(inicio.slice(0, 4))) * 12 +
  Number(fim.slice(5, 7)) -
  Number(inicio.slice(5, 7)) +
  1;

/** A value of a period filter with both its days; `null` if one is missing. */
export function wholePeriod(value: unknown): Period | null {
  const { inicio, fim } = (value ?? {}) as Partial<Record<keyof Period, unknown>>;
  if (typeof inicio !== 'string' || typeof fim !== 'string') return null;
  return isCalendarDate(inicio) && isCalendarDate(fim) && inicio <= fim ? { inicio, fim } : null;
}

const daysText = ({ inicio, fim }: Period): string =>
  `${formatCalendarDate(inicio)} a ${formatCalendarDate(fim)}`;

/** 'Agora: 01/11/2026 a 30/11/2026. Antes: 01/10/2026 a 31/10/2026.' */
export const comparisonText = (kind: ComparisonKind, now: Period): string =>
  `Agora: ${daysText(now)}. Antes: ${daysText(comparedPeriod(kind, now))}.`;

export const NEEDS_WHOLE_PERIOD = 'Para comparar, preencha o início e o fim do período.';

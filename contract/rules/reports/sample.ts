import { addDays, type CalendarDate, formatCalendarDate } from '../time/calendarDate.ts';
import { wholePeriod } from './comparedPeriod.ts';
import type { ReportDefinition } from './report.ts';

/** Days of a sample: true rows of a true time, read at once from any data. */
const SAMPLE_DAYS = 7;

/**
 * The filters of a report narrowed to the last days of its period, and the sentences that say so; `null` where there is no longer
 * period to narrow.
 */
export function sampled(
  { consulta }: Pick<ReportDefinition, 'consulta'>,
  values: Readonly<Record<string, unknown>>,
  today: CalendarDate,
): { values: Record<string, unknown>; days: string; note: string } | null {
  if (consulta.tipo === 'SQL') return null;
  const narrowed: Record<string, unknown> = {};
  let shown = '';
  for (const { operador, parametro } of consulta.filtros ?? []) {
    const period = operador === 'ENTRE' && parametro !== undefined ? wholePeriod(values[parametro]) : null;
    if (!period || parametro === undefined) continue;
    const fim = period.fim < today ? period.fim : today;
    const inicio = addDays(fim, 1 - SAMPLE_DAYS);
    if (inicio <= period.inicio) continue;
    narrowed[parametro] = { inicio, fim };
    shown = `${formatCalendarDate(inicio)} a ${formatCalendarDate(fim)}`;
  }
  if (!shown) return null;
  const days = `Amostra: só ${SAMPLE_DAYS} dias, ${shown}.`;
  return { values: { ...values, ...narrowed }, days, note: `${days} O período inteiro vem em seguida.` };
}

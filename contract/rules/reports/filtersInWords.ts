import { formatCalendarDate } from '../calendarDate.ts';
import { parseDecimal } from '../decimal.ts';
import { formatNumber } from '../format.ts';
import type { ReportParameter } from './report.ts';

type Values = Readonly<Record<string, unknown>>;
/** What people call a value of a parameter whose options come from the server. */
export type LabelOf = (parameter: ReportParameter, value: string) => string | undefined;

/** 'Período: 01/10/2026 a 31/10/2026 · Filial: Matriz'. What was not filled in is not said. */
export function filtersInWords(
  parameters: readonly ReportParameter[],
  values: Values,
  labelOf: LabelOf = () => undefined,
): string {
  return parameters
    .flatMap((parameter) => {
      const text = words(parameter, values[parameter.parametro], labelOf);
      return text ? [`${parameter.label}: ${text}`] : [];
    })
    .join(' · ');
}

/** Whether a value says nothing: absent, blank, no choice, a period without days. */
export function isEmptyValue(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === 'object') return Object.values(value).every(isEmptyValue);
  return false;
}

function words(parameter: ReportParameter, value: unknown, labelOf: LabelOf): string {
  if (isEmptyValue(value)) return '';
  const chosen = (each: unknown) =>
    parameter.opcoes.find(({ valor }) => valor === each)?.rotulo ??
    labelOf(parameter, String(each)) ??
    String(each);
  if (Array.isArray(value)) return value.map(chosen).join(', ');
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'object') return periodText(value as { inicio?: string; fim?: string });
  return parameter.tipo === 'DATE' ? formatCalendarDate(String(value)) : chosen(value);
}

function periodText({ inicio, fim }: { inicio?: string; fim?: string }): string {
  if (inicio && fim) return `${formatCalendarDate(inicio)} a ${formatCalendarDate(fim)}`;
  return inicio ? `desde ${formatCalendarDate(inicio)}` : `até ${formatCalendarDate(fim ?? '')}`;
}

function numberText(value: number): string {
  const decimal = parseDecimal(String(value));
  return decimal === null ? String(value) : formatNumber(decimal, (decimal.split('.')[1] ?? '').length);
}

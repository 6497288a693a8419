import { compareDecimals, type Decimal, parseBrazilianDecimal, parseDecimal } from '../decimal.ts';

export interface GoalLine {
  colaborador: string;
  mes?: string | undefined;
  valor: string;
  margem?: string | undefined;
}

export const MAX_GOAL: Decimal = '99999999999';

/**
 * Parses '1.234,56', '1234,5' and '1234.5'; `null` for anything else, for negative amounts and for those beyond the maximum
 * of a goal.
 */
function amountOf(text: string): Decimal | null {
  const found = parseBrazilianDecimal(text) ?? parseDecimal(text.trim());
  const fits = found !== null && compareDecimals(found, '0') >= 0 && compareDecimals(found, MAX_GOAL) <= 0;
  return fits && (found.split('.')[1] ?? '').length <= 4 ? found : null;
}

/** Parses '11/2026', '2026-11' and a day in that month as '2026-11'. */
function monthOf(text: string): string | null {
  const [, month = '', year = ''] = /^(?:\d{1,2}\/)?(\d{1,2})\/(20\d\d)$/.exec(text) ?? [];
  const iso = year ? `${year}-${month.padStart(2, '0')}` : text.slice(0, 7);
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(iso) ? iso : null;
}

/** Formats '2026-11-20' as '11/2026'. */
export const formatMonth = (day: string): string => `${day.slice(5, 7)}/${day.slice(0, 4)}`;

export function readGoalLine(
  line: GoalLine,
  standard: string | undefined,
): { month: string; value: Decimal; margin: Decimal } | string {
  const month = line.mes?.trim() ? monthOf(line.mes.trim()) : (standard ?? null);
  const value = amountOf(line.valor);
  const margin = line.margem?.trim() ? amountOf(line.margem) : '0';
  if (!line.colaborador.trim()) return 'Informe o colaborador: código, CPF ou matrícula.';
  if (!month) return `O mês "${line.mes ?? ''}" não existe. Use MM/AAAA.`;
  if (value === null) return `O valor "${line.valor}" não é um número.`;
  if (margin === null) return `O lucro "${line.margem ?? ''}" não é um número.`;
  return { month, value, margin };
}

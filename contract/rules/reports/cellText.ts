import { formatCalendarDate } from '../calendarDate.ts';
import { formatDateTime } from '../dateText.ts';
import { compareDecimals, parseDecimal } from '../decimal.ts';
import { formatMoney, formatNumber, formatPercent } from '../format.ts';
import { DEFAULT_TIME_ZONE, type TimeZone } from '../zonedTime.ts';
import type { ColumnType, ReportColumn } from './report.ts';

export type ReportCell = string | number | boolean | null;
type Typed = Pick<ReportColumn, 'tipo' | 'casas'>;

const FIGURES: readonly ColumnType[] = ['INTEIRO', 'DECIMAL', 'DINHEIRO', 'PERCENTUAL'];

/** Stands at the right, with figures of equal width. */
export const isFigure = ({ tipo }: Pick<ReportColumn, 'tipo'>): boolean => FIGURES.includes(tipo);

/** A cell as a Brazilian reads it: '1.234,50', 'R$ 10,00', '12,5%', '21/11/2026', 'Sim'. Nothing is an empty text. */
export function cellText(value: ReportCell, column: Typed, zone: TimeZone = DEFAULT_TIME_ZONE): string {
  if (value === null || value === '') return '';
  if (column.tipo === 'LOGICO') return value === true || value === 'true' || value === 't' ? 'Sim' : 'Não';
  const text = String(value);
  if (column.tipo === 'DATA') return formatCalendarDate(text.slice(0, 10));
  if (column.tipo === 'DATAHORA') return Number.isNaN(Date.parse(text)) ? text : formatDateTime(text, zone);
  return isFigure(column) ? figureText(text, column) : text;
}

const PLACES: Partial<Record<ColumnType, number>> = { INTEIRO: 0, DINHEIRO: 2, PERCENTUAL: 1, DECIMAL: 2 };

function figureText(text: string, { tipo, casas }: Typed): string {
  const decimal = parseDecimal(text);
  if (decimal === null) return text;
  const places = casas ?? PLACES[tipo] ?? 2;
  if (tipo === 'DINHEIRO') return formatMoney(decimal, places);
  return tipo === 'PERCENTUAL' ? formatPercent(decimal, places) : formatNumber(decimal, places);
}

/** A total is a figure of its column, but a count is whole whatever it counts. */
export const totalText = (value: string | null, column: ReportColumn, zone?: TimeZone): string =>
  cellText(value, column.total === 'CONTAGEM' ? { tipo: 'INTEIRO' } : column, zone);

const TOTALS = { SOMA: 'Total', MEDIA: 'Média', MINIMO: 'Menor', MAXIMO: 'Maior', CONTAGEM: 'Quantidade' };

/** 'Total', 'Média': what a total is called beside its column. */
export const totalName = ({ total }: Pick<ReportColumn, 'total'>): string => (total ? TOTALS[total] : '');

const collator = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' });

/** −1, 0 or 1 of two cells of one column; what is empty comes last whichever way one sorts. */
export function compareCells(
  left: ReportCell,
  right: ReportCell,
  column: Typed,
  descending: boolean,
): number {
  const [noLeft, noRight] = [left === null || left === '', right === null || right === ''];
  if (noLeft || noRight) return Number(noLeft) - Number(noRight);
  const order = compareValues(String(left), String(right), column);
  return descending ? -order : order;
}

function compareValues(left: string, right: string, column: Typed): number {
  const [a, b] = isFigure(column) ? [parseDecimal(left), parseDecimal(right)] : [null, null];
  return a !== null && b !== null ? compareDecimals(a, b) : collator.compare(left, right);
}

import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimalPlaces,
  divideDecimals,
  parseDecimal,
} from '../decimal.ts';
import { formatMoney, formatNumber, formatPercent, NO_VALUE } from '../format.ts';
import {
  addDays,
  formatCalendarDate,
  formatDateTime,
  isCalendarDate,
  shortMonthText,
  WEEKDAYS,
} from '../time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, type TimeZone } from '../time/zonedTime.ts';
import type { ColumnType, ReportColumn } from './report.ts';

export type ReportCell = string | number | boolean | null;
type Typed = Pick<ReportColumn, 'tipo' | 'casas' | 'palavras'>;

const FIGURES: readonly ColumnType[] = ['INTEIRO', 'DECIMAL', 'DINHEIRO', 'PERCENTUAL'];

/** Right-aligned, with digits of equal width. */
export const isFigure = ({ tipo }: Pick<ReportColumn, 'tipo'>): boolean => FIGURES.includes(tipo);

/** A cell in Brazilian format: '1.234,50', 'R$ 10,00', '12,5%', '21/11/2026', 'nov/2026', 'Sim'. A missing value is an empty text. */
export function cellText(value: ReportCell, column: Typed, zone: TimeZone = DEFAULT_TIME_ZONE): string {
  if (value === null || value === '') return '';
  if (column.tipo === 'LOGICO') return value === true || value === 'true' || value === 't' ? 'Sim' : 'Não';
  const text = String(value);
  if (isDay(column)) return dayText(text.slice(0, 10), column);
  if (column.tipo === 'HORA') return `${text.padStart(2, '0')}h`;
  if (column.tipo === 'DIA_SEMANA') return WEEKDAYS[Number(text) % WEEKDAYS.length] ?? text;
  if (column.tipo === 'DATAHORA') return Number.isNaN(Date.parse(text)) ? text : formatDateTime(text, zone);
  return isFigure(column) ? figureText(text, column) : wordedText(text, column);
}

/** A value of a catalogue as the company calls it. */
const wordedText = (text: string, { palavras }: Typed): string =>
  (palavras && Object.hasOwn(palavras, text) && palavras[text]) || text;

/** A cell on a screen or paper. */
export const shownCell = (value: ReportCell, column: Typed, zone?: TimeZone): string =>
  cellText(value, column, zone) || NO_VALUE;

const DAYS: ReadonlySet<ColumnType> = new Set(['DATA', 'SEMANA', 'MES', 'TRIMESTRE', 'ANO']);

/** A day, or the first day of the week, month, quarter or year that it stands for. */
const isDay = ({ tipo }: Typed): boolean => DAYS.has(tipo);

/** Whether a cell is shown as the part of time that it stands for, of which it holds only the first day or a number. */
export const isPartOfTime = ({ tipo }: Pick<ReportColumn, 'tipo'>): boolean =>
  tipo === 'HORA' || tipo === 'DIA_SEMANA' || (tipo !== 'DATA' && DAYS.has(tipo));

function dayText(day: string, { tipo }: Typed): string {
  if (!isCalendarDate(day)) return formatCalendarDate(day);
  switch (tipo) {
    case 'SEMANA':
      return `${formatCalendarDate(day).slice(0, 5)} a ${formatCalendarDate(addDays(day, 6))}`;
    case 'MES':
      return shortMonthText(day);
    case 'TRIMESTRE':
      return `${Math.ceil(Number(day.slice(5, 7)) / 3)}º tri/${day.slice(0, 4)}`;
    case 'ANO':
      return day.slice(0, 4);
    default:
      return formatCalendarDate(day);
  }
}

const PLACES: Partial<Record<ColumnType, number>> = { INTEIRO: 0, DINHEIRO: 2, PERCENTUAL: 1, DECIMAL: 2 };

function figureText(text: string, { tipo, casas }: Typed): string {
  const decimal = parseDecimal(text);
  if (decimal === null) return text;
  const places = casas ?? PLACES[tipo] ?? 2;
  if (tipo === 'DINHEIRO') return formatMoney(decimal, places);
  return tipo === 'PERCENTUAL' ? formatPercent(decimal, places) : formatNumber(decimal, places);
}

/** A total is formatted like its column, except that a count is always a whole number. */
export const totalText = (value: string | null, column: ReportColumn, zone?: TimeZone): string =>
  cellText(value, column.total === 'CONTAGEM' ? { tipo: 'INTEIRO' } : column, zone);

const TOTALS = { SOMA: 'Total', MEDIA: 'Média', MINIMO: 'Menor', MAXIMO: 'Maior', CONTAGEM: 'Quantidade' };

/** 'Total', 'Média': the label of a total beside its column. */
export const totalName = ({ total }: Pick<ReportColumn, 'total'>): string => (total ? TOTALS[total] : '');

const collator = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' });

/** Returns −1, 0 or 1 for two cells of a column; empty cells come last in either sort direction. */
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
  if (a !== null && b !== null) return compareDecimals(a, b);
  return collator.compare(wordedText(left, column), wordedText(right, column));
}

/** Decimals that a mean has in addition to those of its values. */
const MEAN_PLACES = 2;

interface Sum {
  count: number;
  sum: Decimal;
  places: number;
  least: string | null;
  most: string | null;
}

/** Totals of a stream of rows in exact decimals; rows are added one by one and not kept. */
export class Totals {
  readonly #columns: readonly (readonly [place: number, column: ReportColumn, sum: Sum])[];

  constructor(columns: readonly ReportColumn[]) {
    this.#columns = columns.flatMap((column, place) =>
      column.total
        ? [[place, column, { count: 0, sum: '0', places: 0, least: null, most: null }] as const]
        : [],
    );
  }

  add(row: readonly ReportCell[]): void {
    for (const [place, column, sum] of this.#columns) include(sum, row[place] ?? null, column);
  }

  /** Keyed by campo; `null` if no row had a value. Without values, a sum is 0, and so is a count. */
  result(): Record<string, string | null> {
    return Object.fromEntries(this.#columns.map(([, column, sum]) => [column.campo, totalOf(sum, column)]));
  }
}

function include(sum: Sum, value: ReportCell, column: ReportColumn) {
  if (value === null || value === '') return;
  sum.count += 1;
  const text = String(value);
  const decimal = isFigure(column) ? parseDecimal(text) : null;
  if (decimal !== null) {
    sum.sum = addDecimals(sum.sum, decimal);
    sum.places = Math.max(sum.places, decimalPlaces(decimal));
  }
  const before = (a: string, b: string | null) =>
    b === null || (decimal === null ? a < b : compareDecimals(a, b) < 0);
  const shown = decimal ?? text;
  if (before(shown, sum.least)) sum.least = shown;
  if (sum.most === null || (decimal === null ? shown > sum.most : compareDecimals(shown, sum.most) > 0))
    sum.most = shown;
}

function totalOf({ count, sum, places, least, most }: Sum, { total }: ReportColumn): string | null {
  switch (total) {
    case 'CONTAGEM':
      return String(count);
    case 'SOMA':
      return sum;
    case 'MEDIA':
      return count === 0 ? null : divideDecimals(sum, String(count), places + MEAN_PLACES);
    case 'MINIMO':
      return least;
    default:
      return most;
  }
}

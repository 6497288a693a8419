import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimalPlaces,
  divideDecimals,
  parseDecimal,
} from '../decimal.ts';
import { isFigure, type ReportCell } from './cellText.ts';
import type { ReportColumn } from './report.ts';

/** Decimals that a mean gets beyond those of its values. */
const MEAN_PLACES = 2;

interface Sum {
  count: number;
  sum: Decimal;
  places: number;
  least: string | null;
  most: string | null;
}

/** Totals of a stream of rows, on exact decimals: rows are added one by one and forgotten. */
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

  /** By campo; `null` where no row had a value. A sum of nothing is 0, as a count is. */
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

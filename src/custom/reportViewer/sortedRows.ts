import { compareCells, type ReportCell } from '../../../contract/rules/reports/cellText.ts';
import type { ReportResult } from '../../../contract/sac/reports.ts';

export interface ColumnSort {
  column: number;
  descending: boolean;
}

export type ResultRow = readonly ReportCell[];

/** The rows by one column, equal ones in the order they came in; without a sort as the report has them. */
export function sortedRows(
  { linhas, colunas }: Pick<ReportResult, 'linhas' | 'colunas'>,
  sort: ColumnSort | null,
): readonly ResultRow[] {
  const column = sort && colunas[sort.column];
  if (!sort || !column) return linhas;
  const at = sort.column;
  return [...linhas].sort((a, b) => compareCells(a[at] ?? null, b[at] ?? null, column, sort.descending));
}

/** A first click sorts upwards, a second downwards, a third gives the report's own order back. */
export function nextSort(sort: ColumnSort | null, column: number): ColumnSort | null {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? null : { column, descending: true };
}

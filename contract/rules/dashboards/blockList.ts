import { pageOf } from '../../map/recordPages.ts';
import type { ReportResult } from '../../sac/reports/reports.ts';
import type { ReportColumn } from '../reports/report.ts';
import { isFigure, type ReportCell, shownCell } from '../reports/results.ts';

export interface BlockListRow {
  label: string;
  figure: string;
  /** The record that the row is about. */
  path: string | null;
}

export interface BlockList {
  label: string;
  figure: string;
  rows: BlockListRow[];
}

/** A result as a list: what each row is about, and the figure that its chart draws first. */
export function blockList({
  colunas,
  linhas,
  grafico,
}: Pick<ReportResult, 'colunas' | 'linhas' | 'grafico'>): BlockList {
  const columns = colunas as readonly ReportColumn[];
  const at = (is: (column: ReportColumn) => boolean) => columns.findIndex(is);
  const drawn = at(({ campo }) => campo === grafico?.series[0]);
  const figure = drawn >= 0 ? drawn : at((column) => isFigure(column) && !column.abre);
  const axis = at(({ campo }) => campo === grafico?.eixo);
  const text = at(({ tipo }) => tipo === 'TEXTO');
  const label = axis >= 0 ? axis : Math.max(0, text);
  const opens = at(({ abre }) => abre !== undefined);
  return {
    label: columns[label]?.titulo ?? '',
    figure: columns[figure]?.titulo ?? '',
    rows: linhas.map((row) => ({
      label: shown(row, label, columns),
      figure: figure < 0 ? '' : shown(row, figure, columns),
      path: recordPath(row[opens] ?? null, columns[opens]),
    })),
  };
}

const shown = (row: readonly ReportCell[], at: number, columns: readonly ReportColumn[]): string =>
  shownCell(row[at] ?? null, columns[at] ?? { tipo: 'TEXTO' });

/** The page of the record whose id a cell holds. */
export function recordPath(value: ReportCell, column: Pick<ReportColumn, 'abre'> | undefined): string | null {
  if (!column?.abre || value === null || !/^\d{1,10}$/.test(String(value))) return null;
  return pageOf(NAMED_IN_FILES[column.abre] ?? column.abre, String(value));
}

const NAMED_IN_FILES: Readonly<Record<string, string>> = { ticket: 'tickets', cliente: 'clientes' };

import type { ReportColumn } from '#contract/rules/reports/report.ts';
import { type ReportCell, shownCell } from '#contract/rules/reports/results.ts';
import type { ReportResult } from '#contract/sac/reports/reports.ts';
import type { ChosenFigure } from './FigureRows.tsx';

type Row = readonly ReportCell[];
type Column = ReportColumn & { de?: string; valor?: ReportCell };

const cellOf = ({ colunas }: ReportResult, row: Row, campo: string): ReportCell =>
  row[colunas.findIndex((column) => column.campo === campo)] ?? null;

/** Whether a figure has rows to show: not where several groups stand together, nor where nothing is counted. */
export function leadsToRows(result: ReportResult, row: Row, { campo }: ReportColumn): boolean {
  const { detalhe } = result;
  if (!detalhe?.figuras.includes(campo) || cellOf(result, row, campo) === null) return false;
  return detalhe.outros === null || !detalhe.grupo.some((key) => cellOf(result, row, key) === detalhe.outros);
}

/** 'Matriz · Avaria · Quantidade: 12' */
export function figureTitle(result: ReportResult, row: Row, column: ReportColumn): string {
  const names = (result.detalhe?.grupo ?? []).map((key) => {
    const own = result.colunas.find(({ campo }) => campo === key) as ReportColumn | undefined;
    return own ? shownCell(cellOf(result, row, key), own) : '';
  });
  return `${[...names, column.titulo].filter(Boolean).join(' · ')}: ${shownCell(cellOf(result, row, column.campo), column)}`;
}

export function figureOf(result: ReportResult, row: Row, column: Column): ChosenFigure {
  const crossing = result.detalhe?.cruza;
  return {
    coluna: column.de ?? column.campo,
    titulo: figureTitle(result, row, column),
    em: result.gerado,
    grupo: {
      ...Object.fromEntries((result.detalhe?.grupo ?? []).map((key) => [key, cellOf(result, row, key)])),
      ...(crossing && column.valor !== undefined && { [crossing]: column.valor }),
    },
  };
}

import { isAdditive } from './chart.ts';
import type { ColumnType, ReportColumn, ReportDefinition } from './report.ts';
import { isFigure } from './results.ts';

const OF_TIME: ReadonlySet<ColumnType> = new Set(['DATA', 'SEMANA', 'MES', 'TRIMESTRE', 'ANO']);

/** Series of a proposed chart, at most: more lines or bars beside each other are hard to tell apart. */
const MAX_SERIES = 3;

/**
 * The chart that fits the columns: a line over time, a pie of shares, and bars otherwise. Figures of another unit than the first
 * are left out, since one axis cannot show both. `undefined` without a category or a figure.
 */
export function proposedChart(columns: readonly ReportColumn[]): ReportDefinition['grafico'] {
  const categories = columns.filter((column) => !isFigure(column) && !column.abre);
  const axis = categories.find(({ tipo }) => OF_TIME.has(tipo)) ?? categories[0];
  const figures = columns.filter((column) => isFigure(column) && !column.abre);
  const [first] = figures;
  if (!axis || !first) return undefined;
  const series = figures
    .filter(({ tipo }) => tipo === first.tipo)
    .slice(0, MAX_SERIES)
    .map(({ campo }) => campo);
  const only = figures.length === 1 && categories.length === 1;
  if (OF_TIME.has(axis.tipo)) return { tipo: 'LINHAS', eixo: axis.campo, series };
  return only && first.tipo === 'PERCENTUAL' && isAdditive(first)
    ? { tipo: 'PIZZA', eixo: axis.campo, series: [first.campo] }
    : { tipo: 'BARRAS', eixo: axis.campo, series };
}

import type { ReportResult } from '../../sac/reports.ts';
import { type Decimal, parseDecimal, sumDecimals } from '../decimal.ts';
import { cellText, type ReportCell } from './cellText.ts';
import type { ReportColumn } from './report.ts';

export interface ChartRow {
  label: string;
  /** One for each series: as a number to be drawn, and exact to be read. */
  values: number[];
  texts: (Decimal | null)[];
}

const MOST_CATEGORIES = 12;
const OTHERS = 'Outros';
const NO_NAME = '(sem nome)';

/** The categories of a result's chart; what exceeds the chart's limit is summed up as one. Empty without a chart. */
export function chartRows({
  grafico,
  colunas,
  linhas,
}: Pick<ReportResult, 'grafico' | 'colunas' | 'linhas'>): ChartRow[] {
  const axis = colunas.findIndex(({ campo }) => campo === grafico?.eixo);
  const series = (grafico?.series ?? []).map((name) => colunas.findIndex(({ campo }) => campo === name));
  if (!grafico || axis < 0 || series.length === 0 || series.some((at) => at < 0)) return [];
  const most = grafico.maximo ?? MOST_CATEGORIES;
  const row = (label: string, texts: (Decimal | null)[]): ChartRow => ({
    label,
    texts,
    values: texts.map((text) => (text === null ? 0 : Number(text))),
  });
  const shown = linhas.slice(0, most).map((cells) =>
    row(
      labelOf(cells[axis] ?? null, colunas[axis] as ReportColumn),
      series.map((at) => figureOf(cells[at] ?? null)),
    ),
  );
  const rest = linhas.slice(most);
  if (rest.length === 0) return shown;
  const sums = series.map((at) => sumDecimals(rest.flatMap((cells) => figureOf(cells[at] ?? null) ?? [])));
  return [...shown, row(`${OTHERS} (${rest.length})`, sums)];
}

const labelOf = (cell: ReportCell, column: ReportColumn) => cellText(cell, column) || NO_NAME;
const figureOf = (cell: ReportCell): Decimal | null => (cell === null ? null : parseDecimal(String(cell)));

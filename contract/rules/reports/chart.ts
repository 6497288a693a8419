import type { ReportResult } from '../../sac/reports/reports.ts';
import { type Decimal, parseDecimal, sumDecimals } from '../decimal.ts';
import type { ReportColumn } from './report.ts';
import { cellText, isFigure, type ReportCell } from './results.ts';

export interface ChartRow {
  label: string;
  /** One per series: as a number for drawing, and as an exact decimal for display. */
  values: number[];
  texts: (Decimal | null)[];
}

export interface Chart {
  rows: ChartRow[];
  /** Rows of the result that are in no category of the chart. */
  left: number;
}

const MAX_CATEGORIES = 12;
const OTHERS = 'Outros';
const NO_NAME = '(sem nome)';
const NOTHING: Chart = { rows: [], left: 0 };

/**
 * The categories of a result's chart. Rows are added up only where the report itself adds the column up (`total` SOMA or
 * CONTAGEM): a mean or a maximum of several rows is no figure of theirs. Where such rows share their category, each is named
 * by its other columns too, and what does not fit is counted in `left` instead of being combined. Empty without a chart.
 */
export function chartOf({
  grafico,
  colunas,
  linhas,
}: Pick<ReportResult, 'grafico' | 'colunas' | 'linhas'>): Chart {
  const columns = colunas as readonly ReportColumn[];
  const axis = columns.findIndex(({ campo }) => campo === grafico?.eixo);
  const series = (grafico?.series ?? []).map((name) => columns.findIndex(({ campo }) => campo === name));
  if (!grafico || axis < 0 || series.length === 0 || series.some((at) => at < 0)) return NOTHING;
  const adds = series.every((at) => isAdditive(columns[at]));
  const categories = adds
    ? addedUp(linhas, columns, { axis, series })
    : apart(linhas, columns, { axis, series });
  const most = grafico.maximo ?? MAX_CATEGORIES;
  const [shown, rest] = [categories.slice(0, most), categories.slice(most)];
  if (rest.length === 0) return { rows: shown.map(drawn), left: 0 };
  if (!adds) return { rows: shown.map(drawn), left: rest.length };
  const others = { label: `${OTHERS} (${rest.length})`, texts: series.map((_, at) => sumOf(rest, at)) };
  return { rows: [...shown, others].map(drawn), left: 0 };
}

/** Whether the figures of several rows may be added. */
export const isAdditive = (column: ReportColumn | undefined): boolean =>
  column?.total === 'SOMA' || column?.total === 'CONTAGEM';

type Category = Pick<ChartRow, 'label' | 'texts'>;
interface Places {
  axis: number;
  series: readonly number[];
}

const drawn = ({ label, texts }: Category): ChartRow => ({
  label,
  texts,
  values: texts.map((text) => (text === null ? 0 : Number(text))),
});

const categoryOf = (cells: readonly ReportCell[], label: string, { series }: Places): Category => ({
  label,
  texts: series.map((at) => figureOf(cells[at] ?? null)),
});

/** One category for all rows of the same name. */
function addedUp(
  linhas: readonly ReportCell[][],
  columns: readonly ReportColumn[],
  places: Places,
): Category[] {
  const byLabel = new Map<string, Category[]>();
  for (const cells of linhas) {
    const label = labelOf(cells, columns, places.axis);
    const same = byLabel.get(label);
    if (same) same.push(categoryOf(cells, label, places));
    else byLabel.set(label, [categoryOf(cells, label, places)]);
  }
  return [...byLabel].map(([label, rows]) => ({
    label,
    texts: places.series.map((_, at) => sumOf(rows, at)),
  }));
}

/** One category for each row, named by further columns until no two have the same name. */
function apart(
  linhas: readonly ReportCell[][],
  columns: readonly ReportColumn[],
  places: Places,
): Category[] {
  const further = columns.flatMap((column, at) => (at === places.axis || isFigure(column) ? [] : [at]));
  let labels = linhas.map((cells) => labelOf(cells, columns, places.axis));
  for (const at of further) {
    if (new Set(labels).size === labels.length) break;
    labels = labels.map((label, row) => `${label} · ${labelOf(linhas[row] ?? [], columns, at)}`);
  }
  return linhas.map((cells, row) => categoryOf(cells, labels[row] ?? '', places));
}

const labelOf = (cells: readonly ReportCell[], columns: readonly ReportColumn[], at: number): string =>
  cellText(cells[at] ?? null, columns[at] as ReportColumn) || NO_NAME;

const sumOf = (rows: readonly Category[], at: number): Decimal | null => {
  const figures = rows.flatMap(({ texts }) => texts[at] ?? []);
  return figures.length === 0 ? null : sumDecimals(figures);
};

const figureOf = (cell: ReportCell): Decimal | null => (cell === null ? null : parseDecimal(String(cell)));

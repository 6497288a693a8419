import { useTheme } from '@mui/material/styles';
import { BarChart } from '@mui/x-charts/BarChart';
import { LineChart } from '@mui/x-charts/LineChart';
import { PieChart } from '@mui/x-charts/PieChart';
import { formatCount, shortNumber } from '#contract/rules/format.ts';
import { type ChartRow, chartOf } from '#contract/rules/reports/chart.ts';
import type { ReportColumn } from '#contract/rules/reports/report.ts';
import { cellText } from '#contract/rules/reports/results.ts';
import { listText } from '#contract/rules/text.ts';
import type { ReportResult } from '#contract/sac/reports/reports.ts';
import { ChartPanel } from '#ui/components/charts/ChartPanel.tsx';
import { useIsPhone } from '#ui/theme/windowWidth.ts';

const HEIGHT = 280;

interface ResultChartProps {
  result: ReportResult;
  /** Called when a bar, line or slice was pressed, with the column it is drawn from. */
  onSeries?: (campo: string) => void;
}

/** The chart that the report specifies, with its figures also available as a table. */
export function ResultChart({ result, onSeries }: ResultChartProps) {
  const { rows, left } = chartOf(result);
  const columns = result.colunas as ReportColumn[];
  const axis = columns.find(({ campo }) => campo === result.grafico?.eixo);
  const series = (result.grafico?.series ?? []).flatMap(
    (name) => columns.find(({ campo }) => campo === name) ?? [],
  );
  if (!axis || series.length === 0 || rows.length < 2) return null;
  const title = `${listText(series.map(({ titulo }) => titulo))} por ${axis.titulo.toLowerCase()}`;
  const Chart = KINDS[result.grafico?.tipo ?? ''] ?? Bars;
  return (
    <ChartPanel
      title={
        left > 0 ? `${title} (sem ${formatCount(left, 'linha que não cabe', 'linhas que não cabem')})` : title
      }
      head={[axis.titulo, ...series.map(({ titulo }) => titulo)]}
      rows={rows.map(({ label, texts }) => ({
        label,
        cells: series.map((column, at) => ({ text: cellText(texts[at] ?? null, column) })),
      }))}
      chart={<Chart rows={rows} series={series} onSeries={onSeries} />}
    />
  );
}

interface KindProps {
  rows: readonly ChartRow[];
  series: readonly ReportColumn[];
  onSeries: ((campo: string) => void) | undefined;
}

/** A press on the chart must not trigger handlers around it. */
const pressed = (event: { stopPropagation: () => void }, act: () => void) => {
  event.stopPropagation();
  act();
};

/** Switches to horizontal bars, with the names beside them, when the names would not fit below vertical ones. */
function Bars({ rows, series, onSeries }: KindProps) {
  const colors = useSeriesColors();
  const isPhone = useIsPhone();
  const lying = rows.length > 3 && rows.some(({ label }) => label.length > 8);
  const names = { data: rows.map(({ label }) => shortened(label, isPhone ? 15 : 24)), categoryGapRatio: 0.3 };
  const figures = { ...VALUE_AXIS, valueFormatter: shortNumber };
  const drawn = series.map((column, at) => ({
    id: column.campo,
    label: column.titulo,
    color: colors[at % colors.length] ?? '',
    data: rows.map(({ values }) => values[at] ?? 0),
    valueFormatter: (_value: number | null, { dataIndex }: { dataIndex: number }) =>
      cellText(rows[dataIndex]?.texts[at] ?? null, column),
  }));
  const shared = {
    ...FRAME,
    borderRadius: 4,
    hideLegend: series.length < 2,
    series: drawn,
    ...(onSeries && {
      onItemClick: (event: React.MouseEvent<SVGElement>, { seriesId }: { seriesId: string | number }) =>
        pressed(event, () => onSeries(String(seriesId))),
    }),
  };
  if (!lying)
    return (
      <BarChart
        {...shared}
        xAxis={[{ ...names, scaleType: 'band' }]}
        yAxis={[{ ...figures, width: 56 }]}
        grid={{ horizontal: true }}
      />
    );
  return (
    <BarChart
      {...shared}
      layout="horizontal"
      height={rows.length * series.length * 14 + rows.length * 14 + 56}
      yAxis={[{ ...names, ...VALUE_AXIS, scaleType: 'band', width: isPhone ? 112 : 168 }]}
      xAxis={[figures]}
      grid={{ vertical: true }}
    />
  );
}

function Lines({ rows, series, onSeries }: KindProps) {
  const colors = useSeriesColors();
  return (
    <LineChart
      {...FRAME}
      xAxis={[{ scaleType: 'point', data: rows.map(({ label }) => shortened(label, 18)) }]}
      yAxis={[{ ...VALUE_AXIS, width: 56, valueFormatter: shortNumber }]}
      grid={{ horizontal: true }}
      hideLegend={series.length < 2}
      {...(onSeries && {
        onLineClick: (event: React.MouseEvent, { seriesId }: { seriesId: string | number }) =>
          pressed(event, () => onSeries(String(seriesId))),
        onMarkClick: (event: React.MouseEvent, { seriesId }: { seriesId: string | number }) =>
          pressed(event, () => onSeries(String(seriesId))),
      })}
      series={series.map((column, at) => ({
        id: column.campo,
        label: column.titulo,
        color: colors[at % colors.length] ?? '',
        curve: 'linear' as const,
        showMark: rows.length < 20,
        data: rows.map(({ values }) => values[at] ?? 0),
        valueFormatter: (_value: number | null, { dataIndex }: { dataIndex: number }) =>
          cellText(rows[dataIndex]?.texts[at] ?? null, column),
      }))}
    />
  );
}

/** Parts of a whole, drawn from the first series only. */
function Pie({ rows, series: [column], onSeries }: KindProps) {
  const colors = useSeriesColors();
  if (!column) return null;
  return (
    <PieChart
      height={HEIGHT}
      skipAnimation
      {...(onSeries && {
        onItemClick: (event: React.MouseEvent) => pressed(event, () => onSeries(column.campo)),
      })}
      series={[
        {
          innerRadius: 50,
          paddingAngle: 1,
          cornerRadius: 3,
          data: rows.map(({ label, values }, at) => ({
            id: at,
            label,
            value: Math.max(0, values[0] ?? 0),
            color: colors[at % colors.length] ?? '',
          })),
          valueFormatter: (_value, { dataIndex }) => cellText(rows[dataIndex]?.texts[0] ?? null, column),
        },
      ]}
    />
  );
}

const KINDS: Record<string, (props: KindProps) => React.ReactNode> = {
  BARRAS: Bars,
  LINHAS: Lines,
  PIZZA: Pie,
};

function useSeriesColors(): string[] {
  const { actions } = useTheme().vars.palette;
  return [
    actions.primaria.main,
    actions.sucesso.main,
    actions.aviso.main,
    actions.informacao.main,
    actions.perigo.main,
    actions.secundaria.main,
  ];
}

const FRAME = {
  height: HEIGHT,
  skipAnimation: true,
  // The last label of a horizontal axis extends half beyond it.
  margin: { left: 0, right: 28, top: 8, bottom: 0 },
} as const;
const VALUE_AXIS = { disableLine: true, disableTicks: true } as const;

const shortened = (label: string, longest: number) =>
  label.length > longest ? `${label.slice(0, longest - 1)}…` : label;

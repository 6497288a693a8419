import { useTheme } from '@mui/material/styles';
import { BarChart } from '@mui/x-charts/BarChart';
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine';
import type { Goal } from '#contract/callcenter/goals.ts';
import { formatMoney, formatPercent } from '#contract/rules/format.ts';
import { ChartPanel } from '#ui/components/charts/ChartPanel.tsx';

const MAX_BARS = 15;

/** How much of their goal each seller has reached, best first. */
export function GoalChart({ goals }: { goals: readonly Goal[] }) {
  const { actions, components } = useTheme().vars.palette;
  const shown = [...goals].sort((a, b) => Number(b.percValor) - Number(a.percValor)).slice(0, MAX_BARS);
  return (
    <ChartPanel
      title="Venda sobre o objetivo"
      {...(goals.length > MAX_BARS && { help: `Os ${MAX_BARS} primeiros de ${goals.length}.` })}
      head={['Vendedor', 'Objetivo', 'Vendido', 'Alcançado']}
      rows={shown.map((goal) => ({
        label: goal.colaborador.nome,
        cells: [
          { text: formatMoney(goal.valor, 2) },
          { text: formatMoney(goal.valorRealizado, 2) },
          { text: formatPercent(goal.percValor, 1) },
        ],
      }))}
      chart={
        <BarChart
          height={Math.max(140, shown.length * 30 + 40)}
          layout="horizontal"
          skipAnimation
          hideLegend
          borderRadius={4}
          // The label is above the bars.
          margin={{ left: 0, right: 16, top: 20, bottom: 0 }}
          yAxis={[
            {
              data: shown.map(({ colaborador }) => firstNames(colaborador.nome)),
              width: 120,
              scaleType: 'band',
              disableLine: true,
              disableTicks: true,
            },
          ]}
          xAxis={[
            {
              min: 0,
              max: scaleOf(shown),
              valueFormatter: (value: number) => `${value}%`,
              disableLine: true,
            },
          ]}
          grid={{ vertical: true }}
          series={[
            {
              id: 'venda',
              color: actions.primaria.main,
              data: shown.map(({ percValor }) => Number(percValor)),
              valueFormatter: (value) => formatPercent(String(value ?? 0), 1),
            },
          ]}
        >
          <ChartsReferenceLine
            x={100}
            label="Objetivo"
            labelAlign="start"
            lineStyle={{ stroke: components.texto, strokeDasharray: '4 3' }}
            labelStyle={{ fontSize: 12, fill: components.texto }}
          />
        </BarChart>
      }
    />
  );
}

const firstNames = (name: string) => name.split(' ').slice(0, 2).join(' ');

/** Keeps the goal in view, however far the sellers are from it. */
const scaleOf = (goals: readonly Goal[]) =>
  Math.max(110, ...goals.map(({ percValor }) => Number(percValor) * 1.05));

import { useTheme } from '@mui/material/styles';
import { BarChart } from '@mui/x-charts/BarChart';
import type { RuleDay } from '#contract/config/companyRules.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { ChartPanel } from '#ui/components/charts/ChartPanel.tsx';

/** A bar per day: what was done, what would have been done, and what went wrong. */
export function DaysChart({ days }: { days: readonly RuleDay[] }) {
  const { actions } = useTheme().vars.palette;
  const series = [
    { key: 'feitas', label: 'Feitas', color: actions.sucesso.main },
    { key: 'registradas', label: 'Faria', color: actions.aviso.main },
    { key: 'comErro', label: 'Com erro', color: actions.perigo.main },
  ] as const;
  return (
    <ChartPanel
      title="Últimos 30 dias"
      head={['Dia', 'Feitas', 'Faria', 'Com erro', 'Não se aplicaram']}
      rows={days.map(({ dia, feitas, registradas, comErro, ignoradas }) => ({
        label: formatCalendarDate(dia),
        cells: [feitas, registradas, comErro, ignoradas].map((count) => ({ text: String(count) })),
      }))}
      chart={
        <BarChart
          height={200}
          skipAnimation
          borderRadius={2}
          margin={{ left: 0, right: 8, top: 8, bottom: 0 }}
          xAxis={[
            {
              data: days.map(({ dia }) => formatCalendarDate(dia).slice(0, 5)),
              scaleType: 'band',
              disableTicks: true,
            },
          ]}
          yAxis={[{ width: 32, tickMinStep: 1, disableLine: true, disableTicks: true }]}
          grid={{ horizontal: true }}
          series={series.map(({ key, label, color }) => ({
            id: key,
            label,
            color,
            stack: 'dia',
            data: days.map((day) => day[key]),
          }))}
        />
      }
    />
  );
}

import { useTheme } from '@mui/material/styles';
import { LineChart } from '@mui/x-charts/LineChart';
import { useNavigate } from 'react-router-dom';
import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import type { Dashboards } from '../../../contract/sac/dashboards.ts';
import { ChartPanel } from '../../ui/components/charts/ChartPanel.tsx';
import { createdPath, type Narrowing } from './dashboardLinks.ts';
import { countOf } from './figureText.ts';

interface FlowChartProps {
  period: Dashboards['periodo'];
  narrowing: Narrowing;
}

/** Created and finished tickets of each day; a day leads to what was created on it. */
export function FlowChart({ period, narrowing }: FlowChartProps) {
  const navigate = useNavigate();
  const { actions } = useTheme().vars.palette;
  const days = period.porDia;
  const series = (id: 'criados' | 'finalizados', label: string, color: string) => ({
    id,
    label,
    color,
    data: days.map((day) => day[id]),
    curve: 'linear' as const,
    showMark: false,
    valueFormatter: (value: number | null) => countOf(value ?? 0),
  });
  return (
    <ChartPanel
      title="Criados e finalizados por dia"
      help="Um dia leva aos tickets criados nele; a lista deixa de fora os arquivados."
      head={['Dia', 'Criados', 'Finalizados']}
      rows={[...days].reverse().map(({ dia, criados, finalizados }) => ({
        label: formatCalendarDate(dia),
        cells: [
          { text: countOf(criados), to: createdPath(narrowing, dia, dia) },
          { text: countOf(finalizados) },
        ],
      }))}
      chart={
        <LineChart
          height={260}
          skipAnimation
          margin={{ left: 0, right: 16, top: 8, bottom: 0 }}
          xAxis={[
            {
              scaleType: 'point',
              data: days.map(({ dia }) => formatCalendarDate(dia).slice(0, 5)),
              tickLabelInterval: (_value, at) => at % Math.ceil(days.length / 6) === 0,
            },
          ]}
          yAxis={[
            { width: 48, valueFormatter: countOf, tickMinStep: 1, disableLine: true, disableTicks: true },
          ]}
          grid={{ horizontal: true }}
          series={[
            series('criados', 'Criados', actions.primaria.main),
            series('finalizados', 'Finalizados', actions.sucesso.main),
          ]}
          onAxisClick={(_event, axis) => {
            const day = axis && days[axis.dataIndex];
            if (day) navigate(createdPath(narrowing, day.dia, day.dia));
          }}
        />
      }
    />
  );
}

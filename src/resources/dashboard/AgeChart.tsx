import { useTheme } from '@mui/material/styles';
import { BarChart } from '@mui/x-charts/BarChart';
import { useNavigate } from 'react-router-dom';
import type { Dashboards } from '../../../contract/sac/dashboards.ts';
import { ChartPanel } from '../../ui/components/charts/ChartPanel.tsx';
import { countOf } from './DashboardFigures.tsx';
import { latePath, type Narrowing, openPath } from './dashboardLinks.ts';

interface AgeChartProps {
  ages: Dashboards['porIdade'];
  narrowing: Narrowing;
}

/** Open tickets by the days since their opening, late ones apart; a column leads to its tickets. */
export function AgeChart({ ages, narrowing }: AgeChartProps) {
  const navigate = useNavigate();
  const { actions } = useTheme().vars.palette;
  const days = ({ de, ate }: Dashboards['porIdade'][number]) => ({ ...(de && { dtIni: de }), dtFim: ate });
  const leads = {
    prazo: (age: Dashboards['porIdade'][number]) => openPath(narrowing, days(age)),
    atrasados: (age: Dashboards['porIdade'][number]) => latePath(narrowing, days(age)),
  };
  return (
    <ChartPanel
      title="Idade dos tickets em aberto"
      head={['Dias desde a abertura', 'Em aberto', 'Atrasados']}
      rows={ages.map((age) => ({
        label: age.faixa,
        cells: [
          { text: countOf(age.total), to: leads.prazo(age) },
          { text: countOf(age.atrasados), to: leads.atrasados(age) },
        ],
      }))}
      chart={
        <BarChart
          height={260}
          skipAnimation
          borderRadius={4}
          margin={{ left: 0, right: 8, top: 8, bottom: 0 }}
          xAxis={[{ data: ages.map(({ faixa }) => shortened(faixa)), categoryGapRatio: 0.4 }]}
          yAxis={[
            { width: 48, valueFormatter: countOf, tickMinStep: 1, disableLine: true, disableTicks: true },
          ]}
          grid={{ horizontal: true }}
          series={[
            {
              id: 'atrasados',
              label: 'Atrasados',
              stack: 'total',
              color: actions.perigo.main,
              data: ages.map(({ atrasados }) => atrasados),
              valueFormatter: (value) => countOf(value ?? 0),
            },
            {
              id: 'prazo',
              label: 'Os demais',
              stack: 'total',
              color: actions.primaria.main,
              data: ages.map(({ total, atrasados }) => total - atrasados),
              valueFormatter: (value) => countOf(value ?? 0),
            },
          ]}
          onItemClick={(_event, { seriesId, dataIndex }) => {
            const age = ages[dataIndex];
            if (age) navigate(seriesId === 'atrasados' ? leads.atrasados(age) : leads.prazo(age));
          }}
        />
      }
    />
  );
}

/** What fits below a column of a phone: '0–1', '+30'. */
const shortened = (faixa: string) => faixa.replace(' dias', '').replace(' a ', '–').replace('mais de ', '+');

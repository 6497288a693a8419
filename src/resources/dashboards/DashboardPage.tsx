import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import { LineChart } from '@mui/x-charts/LineChart';
import { useNavigate } from 'react-router-dom';
import { countText } from '#contract/rules/format.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { type Dashboards, dashboardRoutes } from '#contract/sac/reports/dashboards.ts';
import { useRoute } from '#data/useRoute.ts';
import { ChartPanel } from '#ui/components/charts/ChartPanel.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { RefreshButton } from '#ui/components/RefreshButton.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { createdPath, DashboardFigures, latePath, type Narrowing, openPath } from './DashboardFigures.tsx';
import { DashboardFilterBar, useDashboardFilters } from './DashboardFilterBar.tsx';
import { AgeChart, RankPanel } from './DashboardPanels.tsx';

const POLL_INTERVAL_MS = 300_000;

/** `/dashboard`: the state of the service within the person's scope; every figure links to its tickets. */
export function DashboardPage() {
  return (
    <RequirePermission permission="SAC_DASHBOARD">
      <Dashboard />
    </RequirePermission>
  );
}

function Dashboard() {
  const filters = useDashboardFilters();
  const { data, error, isFetching, isPlaceholderData, refetch } = useRoute(
    dashboardRoutes.all,
    { query: filters.query },
    { refetchInterval: POLL_INTERVAL_MS, placeholderData: (before) => before },
  );
  return (
    <Page
      title={{ menu: 'Dashboard' }}
      count={
        data && (
          <>
            atualizado <RelativeDate value={data.calculadoEm} />
          </>
        )
      }
      actions={<RefreshButton isFetching={isFetching} onAsk={refetch} />}
    >
      <Box data-in-order sx={{ display: 'grid', gap: 4 }}>
        <DashboardFilterBar {...filters} />
        <Failure answer={{ data, error, refetch }} />
        {data ? (
          // The figures of the former filters wait dimmed for those of the new ones.
          <Box
            aria-busy={isPlaceholderData}
            inert={isPlaceholderData}
            sx={{ display: 'grid', gap: 4, opacity: isPlaceholderData ? 0.5 : 1 }}
          >
            <Charts figures={data} narrowing={filters.narrowing} />
          </Box>
        ) : (
          !error && <ChartSkeletons />
        )}
      </Box>
    </Page>
  );
}

function Charts({ figures, narrowing }: { figures: Dashboards; narrowing: Narrowing }) {
  const { porEtapa, porIdade, porMotivo, porTransportadora, porOperador, periodo } = figures;
  const leading = (filter: string) => ({
    openPath: (key: string) => openPath(narrowing, { [filter]: [key] }),
    latePath: (key: string) => latePath(narrowing, { [filter]: [key] }),
  });
  return (
    <>
      <DashboardFigures figures={figures} narrowing={narrowing} />
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: PAIRS, alignItems: 'start' }}>
        <Box sx={COLUMN}>
          <FlowChart period={periodo} narrowing={narrowing} />
          <RankPanel title="Por etapa" of="Etapa" shares={porEtapa} {...leading('etapa')} />
          <RankPanel
            title="Por transportadora"
            of="Transportadora"
            shares={porTransportadora.maiores}
            rest={porTransportadora.demais}
            {...leading('transportadora')}
          />
        </Box>
        <Box sx={COLUMN}>
          <AgeChart ages={porIdade} narrowing={narrowing} />
          <RankPanel
            title="Por operador"
            of="Operador"
            shares={porOperador.maiores}
            rest={porOperador.demais}
            {...leading('operador')}
          />
          <RankPanel
            title="Por motivo"
            of="Motivo"
            shares={porMotivo.maiores}
            rest={porMotivo.demais}
            {...leading('motivo')}
          />
        </Box>
      </Box>
    </>
  );
}

const PAIRS = { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' };

/** Two independent columns, so that a short panel leaves no gap beside a long one. */
const COLUMN = { display: 'grid', gap: 4, minWidth: 0 };

/** A skeleton of the charts. */
function ChartSkeletons() {
  return (
    <Box role="status" aria-label="Carregando os gráficos" sx={{ display: 'grid', gap: 4 }}>
      <Skeleton variant="rounded" height={80} />
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: PAIRS }}>
        {['fluxo', 'idade', 'etapa', 'operador'].map((key) => (
          <Skeleton key={key} variant="rounded" height={320} />
        ))}
      </Box>
    </Box>
  );
}

interface FlowChartProps {
  period: Dashboards['periodo'];
  narrowing: Narrowing;
}

/** Tickets created and finished per day; pressing a day opens those created on it. */
function FlowChart({ period, narrowing }: FlowChartProps) {
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
    valueFormatter: (value: number | null) => countText(value ?? 0),
  });
  return (
    <ChartPanel
      title="Criados e finalizados por dia"
      help="Um dia leva aos tickets criados nele; a lista deixa de fora os arquivados."
      head={['Dia', 'Criados', 'Finalizados']}
      rows={[...days].reverse().map(({ dia, criados, finalizados }) => ({
        label: formatCalendarDate(dia),
        cells: [
          { text: countText(criados), to: createdPath(narrowing, dia, dia) },
          { text: countText(finalizados) },
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
            {
              width: 48,
              valueFormatter: (value: number) => countText(value),
              tickMinStep: 1,
              disableLine: true,
              disableTicks: true,
            },
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

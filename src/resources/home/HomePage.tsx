import HourglassBottomOutlined from '@mui/icons-material/HourglassBottomOutlined';
import InboxOutlined from '@mui/icons-material/InboxOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import ReportProblemOutlined from '@mui/icons-material/ReportProblemOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { consumerWording } from '#contract/rules/consumerWording.ts';
import { countText, DISPLAY_CAP } from '#contract/rules/format.ts';
import { dashboardSummaryRoutes } from '#contract/sac/reports/dashboardSummaries.ts';
import { TicketRow, ticketRoutes } from '#contract/sac/tickets.ts';
import { currentInitialLoad } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { CustomerLabel } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { ticketListPath } from '#src/resources/tickets/shared/ticketListPath.ts';
import { isStaff, shownStatus } from '#src/resources/tickets/shared/ticketReader.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { FigureTile } from '#ui/components/detail/FigureTile.tsx';
import { CatalogIcon } from '#ui/components/display/CatalogIcon.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { chip } from '#ui/lists/shown.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { Undecided } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { usePendingWork } from './shared/usePendingWork.ts';

/** `/home`: the state of the work and the latest activity, each linked to its list; for some roles a dashboard in its place. */
export function HomePage() {
  return (
    <RequirePermission permission="SAC_HOME">
      <OwnHome />
    </RequirePermission>
  );
}

/** `?padrao` leads here all the same. If the dashboards cannot be read, nobody is without a home page. */
function OwnHome() {
  const { can } = useCan();
  const [search] = useSearchParams();
  const asks = can('SAC_RELATORIO') && !search.has('padrao');
  const { data, isLoading } = useRoute(dashboardSummaryRoutes.list, {}, { enabled: asks, retry: false });
  if (asks && isLoading) return <Undecided />;
  const own = asks && data?.find(({ inicial }) => inicial);
  return own ? <Navigate to={`/paineis/${own.id}`} replace /> : <Home />;
}

function Home() {
  const { can } = useCan();
  const first = currentInitialLoad()?.colaborador.nome.split(' ')[0];
  return (
    <Page title="Home" heading={first && `${greeting(new Date().getHours())}, ${first}`}>
      {can('SAC_TICKETS') || can('CLIENTE') ? (
        <Box data-in-order sx={{ display: 'flex', flexDirection: 'column', gap: 6, maxWidth: 1200 }}>
          {can('CONFIGURACAO') && (
            <Suspense fallback={<Undecided />}>
              <FirstSteps />
            </Suspense>
          )}
          {can('SAC_TICKETS') && (
            <>
              <WaitingWork />
              <TicketTotals />
            </>
          )}
          {can('CLIENTE') && (
            <Suspense fallback={<Undecided />}>
              <SalesHome />
            </Suspense>
          )}
          {can('SAC_TICKETS') && <RecentTickets />}
        </Box>
      ) : (
        <EmptyState title="Sem informações no momento." />
      )}
    </Page>
  );
}

/** The seller's part is not in the first load. */
const SalesHome = lazyScreen(() => import('./sales/SalesHome.tsx'), 'SalesHome');

/** Loaded lazily, since a company is set up only once. */
const FirstSteps = lazyScreen(() => import('./FirstSteps.tsx'), 'FirstSteps');

const greeting = (hour: number) => (hour < 12 ? 'Bom dia' : hour < 18 ? 'Boa tarde' : 'Boa noite');

/** Two, three or six per row, so that the six statuses always fill the last row. */
const GRID = {
  xs: 'repeat(2, minmax(0, 1fr))',
  md: 'repeat(3, minmax(0, 1fr))',
  xl: 'repeat(6, minmax(0, 1fr))',
};

/** The number of tickets in each status, linked to its list. */
function TicketTotals() {
  const answer = useRoute(ticketRoutes.totals, { query: {} });
  const { data, error } = answer;
  return (
    <Box component="section" aria-labelledby="home-totals">
      <Typography id="home-totals" variant="h2" sx={{ mb: 3 }}>
        {isStaff() ? 'Tickets por situação' : 'Suas solicitações por situação'}
      </Typography>
      <Failure answer={answer} />
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: GRID }}>
        {data
          ? data.map((row) => <Total key={row.status} {...row} />)
          : !error && ticketStatus.map(({ value }) => <Skeleton key={value} variant="rounded" height={68} />)}
      </Box>
    </Box>
  );
}

function Total({ status, total }: { status: string; total: number }) {
  const { icon, color, label } = rowOf(shownStatus(), status);
  return (
    <FigureTile
      label={label}
      icon={<CatalogIcon name={icon} size={16} />}
      tone={color}
      value={countText(total, DISPLAY_CAP)}
      to={ticketListPath({ status: [status] })}
    />
  );
}

/** The tickets with the latest activity. */
function RecentTickets() {
  const { data, error, isPending, refetch } = useRoute(ticketRoutes.recent, {});
  return (
    <Box component="section" aria-labelledby="home-recent">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', mb: 2 }}>
        <Typography id="home-recent" variant="h2">
          {isStaff() ? 'Movimentados por último' : 'Movimentadas por último'}
        </Typography>
        <Button component={Link} to="/tickets" size="small" sx={{ ml: 'auto' }}>
          {isStaff() ? 'Ver todos os tickets' : 'Ver todas as suas solicitações'}
        </Button>
      </Box>
      <DataTable
        label={
          isStaff()
            ? 'Tickets movimentados por último'
            : 'Suas solicitações, as movimentadas por último primeiro'
        }
        columns={isStaff() ? COLUMNS : OWN_COLUMNS}
        rows={data ?? NO_ROWS}
        rowId={rowId}
        rowLink={rowLink}
        loading={isPending}
        answer={{ data, error, refetch }}
        empty={
          <EmptyState
            {...(isStaff()
              ? {
                  title: 'Nenhum ticket ainda',
                  text: 'Abra o primeiro em Novo ticket. Cada movimento de um ticket o traz para o alto desta lista.',
                }
              : {
                  title: 'Nenhuma solicitação ainda',
                  text: 'Abra a primeira em Nova solicitação. A que tiver novidade vem para o alto desta lista.',
                })}
          />
        }
      />
    </Box>
  );
}

const NO_ROWS: TicketRow[] = [];

const rowId = ({ id }: TicketRow) => id;

const rowLink = ({ id }: TicketRow) => `/tickets/${id}`;

const COLUMNS: readonly Column<TicketRow>[] = [
  fieldColumn(TicketRow, 'id', { width: 72, card: 'corner' }),
  fieldColumn(TicketRow, 'cliente', {
    minWidth: 240,
    card: 'title',
    render: ({ cliente }) => (
      <CustomerLabel id={cliente.id} tradeName={cliente.fant} legalName={cliente.razSoc} />
    ),
  }),
  fieldColumn(TicketRow, 'status', { width: 180, card: 'fact', shown: chip(shownStatus) }),
  fieldColumn(TicketRow, 'tipo', { label: 'Tipo', width: 190, card: 'fact' }),
  { id: 'etapa', label: 'Etapa', width: 170, render: ({ etapaAtual }) => etapaAtual.descricao },
  fieldColumn(TicketRow, 'datahora_atualizacao', { width: 120, card: 'fact' }),
];

/** An end consumer's tickets all belong to the same customer, so the type identifies them. */
const OWN_COLUMNS = COLUMNS.filter(({ id }) => id !== 'cliente').map((column): Column<TicketRow> => {
  if (column.id === 'id') return { ...column, label: consumerWording(column.label), width: 104 };
  return column.id === 'tipo' ? { ...column, width: 320, card: 'title' } : column;
});

const WORK_GRID = { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' };

const OPEN = ticketStatus.filter(({ closed }) => !closed).map(({ value }) => value);

/** The person's pending work: their own tickets by due time, and their sector's queue. */
function WaitingWork() {
  const { data: waiting, isLoading } = usePendingWork();
  const person = currentInitialLoad()?.colaborador.id;
  if (isLoading) return <Undecided />;
  if (!waiting || (waiting.meus.total === 0 && !waiting.setor)) return null;
  const { meus, setor } = waiting;
  const mine = { operador: [`${person}`] };
  return (
    <Box component="section" aria-labelledby="home-waiting">
      <Typography id="home-waiting" variant="h2" sx={{ mb: 3 }}>
        O que espera por você
      </Typography>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: WORK_GRID }}>
        <FigureTile
          label="Meus atrasados"
          icon={<ReportProblemOutlined />}
          tone={meus.atrasados > 0 ? 'perigo' : undefined}
          value={meus.atrasados}
          to={ticketListPath({ ...mine, prazo: 'ATRASADO' })}
        />
        <FigureTile
          label="Meus vencendo"
          icon={<HourglassBottomOutlined />}
          tone={meus.vencendo > 0 ? 'aviso' : undefined}
          value={meus.vencendo}
          to={ticketListPath({ ...mine, prazo: 'VENCENDO' })}
        />
        <FigureTile
          label="Meus em aberto"
          icon={<PersonOutlined />}
          value={meus.total}
          to={ticketListPath({ ...mine, status: OPEN })}
        />
        {setor && (
          <FigureTile
            label={`Fila: ${setor.desc}`}
            icon={<InboxOutlined />}
            value={setor.total}
            note={setor.atrasados > 0 ? `${setor.atrasados} em atraso` : 'nenhum em atraso'}
            to={ticketListPath({ setor: [`${setor.id}`], status: OPEN })}
          />
        )}
      </Box>
    </Box>
  );
}

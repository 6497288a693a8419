import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { ownWords } from '../../../contract/rules/ownWords.ts';
import { TicketRow, ticketRoutes } from '../../../contract/sac/tickets.ts';
import { CustomerLabel } from '../../custom/customers/CustomerLabel.tsx';
import { shownStatus } from '../../custom/tickets/shownStatus.ts';
import { isStaff } from '../../custom/tickets/useTicketLive.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { DataTable } from '../../ui/components/DataTable/DataTable.tsx';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
import { StatusChip } from '../../ui/components/display/StatusChip.tsx';
import { fieldColumn } from '../../ui/lists/fieldColumn.tsx';
import { EmptyState } from '../../ui/shell/states/EmptyState.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';

/** The tickets that moved last. */
export function RecentTickets() {
  const { data, error, isPending, refetch } = useRoute(ticketRoutes.recent, {});
  return (
    <Box component="section" aria-labelledby="home-recent">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', mb: 2 }}>
        <Typography id="home-recent" variant="h2">
          Movimentados por último
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
        error={error ? <ErrorState error={error} onRetry={() => refetch()} /> : undefined}
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
  fieldColumn(TicketRow, 'id', { width: 72, card: 'corner', render: ({ id }) => id }),
  fieldColumn(TicketRow, 'cliente', {
    minWidth: 240,
    card: 'title',
    render: ({ cliente }) => (
      <CustomerLabel id={cliente.id} tradeName={cliente.fant} legalName={cliente.razSoc} />
    ),
  }),
  fieldColumn(TicketRow, 'status', {
    width: 180,
    card: 'fact',
    render: ({ status }) => <StatusChip value={status} catalog={shownStatus()} />,
  }),
  { id: 'tipo', label: 'Tipo', width: 190, card: 'fact', render: ({ tipo }) => tipo.desc },
  { id: 'etapa', label: 'Etapa', width: 170, render: ({ etapaAtual }) => etapaAtual.descricao },
  {
    id: 'atualizado',
    label: 'Atualizado',
    width: 110,
    card: 'fact',
    render: ({ datahora_atualizacao }) => <RelativeDate value={datahora_atualizacao} />,
  },
];

/** An end consumer's tickets are all of one customer: the type names them. */
const OWN_COLUMNS = COLUMNS.filter(({ id }) => id !== 'cliente').map((column): Column<TicketRow> => {
  if (column.id === 'id') return { ...column, label: ownWords(column.label), width: 104 };
  return column.id === 'tipo' ? { ...column, width: 320, card: 'title' } : column;
});

import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { keepPreviousData } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { type ServiceRecord, serviceRecordRoutes } from '#contract/callcenter/agendas/serviceRecords.ts';
import { customerPanelRoutes } from '#contract/callcenter/customers/customerPanel.ts';
import { quoteSituation } from '#contract/catalogs/orderStatus.ts';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { TicketRow } from '#contract/sac/tickets.ts';
import { ownZone } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { AnswerPages } from '#ui/components/PageLinks/PageLinks.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { chip } from '#ui/lists/shown.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Answered, EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import type { PanelTabProps } from '../panelTabProps.ts';
import { Line, Lines } from '../TabParts.tsx';

const TicketDialog = lazyScreen(
  () => import('#src/resources/tickets/shared/TicketDialog.tsx'),
  'TicketDialog',
);

const PER_PAGE = 10;

/** The customer's SAC tickets, newest first; each opens here. */
export function TicketsTab({ idCli, item, onItem }: PanelTabProps) {
  // The tab lists the tickets; opening one requires the permission to read tickets.
  const reads = useCan().can('SAC_TICKETS');
  const [page, setPage] = useState(1);
  const { data, error, isPending, refetch } = useRoute(
    customerPanelRoutes.tickets,
    { params: { idCli }, query: { page, take: PER_PAGE } },
    { placeholderData: keepPreviousData },
  );
  const open = useMemo(
    () =>
      ({ id }: TicketRow) =>
        onItem(id),
    [onItem],
  );
  return (
    <>
      <DataTable
        label="Tickets do cliente"
        columns={COLUMNS}
        rows={data?.itens ?? NO_ROWS}
        rowId={rowId}
        onOpen={reads ? open : undefined}
        loading={isPending}
        answer={{ data, error, refetch }}
        empty={
          <EmptyState
            title="Nenhum registro encontrado"
            text="Este cliente ainda não tem tickets que você possa ver."
          />
        }
        rowCount={data?.paginator.total}
        rowOffset={(page - 1) * PER_PAGE}
      />
      {data && data.paginator.total > 0 && (
        <>
          <AnswerPages page={page} paginator={data.paginator} onPage={setPage} noun={['ticket', 'tickets']} />
          {reads && (
            <Button size="small" component={Link} to={listAddress(idCli)}>
              Ver na lista de tickets
            </Button>
          )}
        </>
      )}
      <Suspense>{reads && item !== null && <TicketDialog id={item} onClose={() => onItem(null)} />}</Suspense>
    </>
  );
}

const NO_ROWS: TicketRow[] = [];

const rowId = ({ id }: TicketRow) => id;

const listAddress = (idCli: number) =>
  `/tickets?filter=${encodeURIComponent(JSON.stringify({ idCli: String(idCli) }))}`;

const COLUMNS: readonly Column<TicketRow>[] = [
  fieldColumn(TicketRow, 'id', { width: 90, hideable: false, card: 'corner' }),
  fieldColumn(TicketRow, 'tipo', { label: 'Tipo', minWidth: 160, card: 'title' }),
  fieldColumn(TicketRow, 'status', { width: 178, card: 'fact', shown: chip(ticketStatus) }),
  fieldColumn(TicketRow, 'criador', { label: 'Criado por', width: 170, hideOrder: 1, card: 'fact' }),
  fieldColumn(TicketRow, 'datahora_criacao', { width: 130, card: 'fact' }),
];

const HISTORY_PER_PAGE = 9;

/** Conversations with the customer, latest first, nine per page. */
export function ServiceHistoryTab({ idCli }: PanelTabProps) {
  const [page, setPage] = useState(1);
  const query = useRoute(
    serviceRecordRoutes.ofCustomer,
    { params: { idCli }, query: { page, take: HISTORY_PER_PAGE } },
    { placeholderData: (before) => before },
  );
  return (
    <Answered answer={query}>
      {({ itens, paginator }) =>
        itens.length === 0 ? (
          <EmptyState
            title="Nenhum atendimento registrado"
            text="O que for registrado em “Registrar atendimento” aparece aqui."
          />
        ) : (
          <>
            <Lines>
              {itens.map((record) => (
                <RecordLine key={record.id} record={record} />
              ))}
            </Lines>
            <AnswerPages
              page={page}
              paginator={paginator}
              onPage={setPage}
              noun={['atendimento', 'atendimentos']}
            />
          </>
        )
      }
    </Answered>
  );
}

function RecordLine({ record }: { record: ServiceRecord }) {
  const { situacaoOrcamento, motivoPerda, orcamento_id } = record;
  const quote = orcamento_id !== null && `Orçamento ${orcamento_id}`;
  const back = record.data_retorno && `Retorno em ${formatDateTime(record.data_retorno, ownZone())}`;
  const facts = [quote, motivoPerda && `Perdido por: ${motivoPerda}`, back].filter(Boolean).join(' · ');
  return (
    <Line>
      <div className="main">
        <strong style={{ fontWeight: 500 }}>{record.motivo || 'Sem registro'}</strong>
        {record.descricao && <div style={{ whiteSpace: 'pre-line' }}>{record.descricao}</div>}
        {facts && <small>{facts}</small>}
        <small>
          {formatDateTime(record.data, ownZone())} · {record.operador}
        </small>
      </div>
      {record.pendente && <Chip size="small" label="Em andamento" />}
      {situacaoOrcamento && <StatusChip catalog={quoteSituation} value={situacaoOrcamento} />}
    </Line>
  );
}

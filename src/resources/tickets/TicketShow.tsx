import AttachFileOutlined from '@mui/icons-material/AttachFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { rowOf } from '../../../contract/catalogs/catalog.ts';
import { ticketStatus } from '../../../contract/catalogs/ticketStatus.ts';
import { type Ticket, ticketRoutes } from '../../../contract/sac/tickets.ts';
import { StatusChip } from '../../custom/components/display/StatusChip.tsx';
import { Tag } from '../../custom/components/display/Tag.ts';
import { Guarded } from '../../custom/layout/Guarded.tsx';
import { Page } from '../../custom/layout/Page.tsx';
import { EmptyState } from '../../custom/layout/states/EmptyState.tsx';
import { ErrorState } from '../../custom/layout/states/ErrorState.tsx';
import { PageSkeleton } from '../../custom/layout/states/skeletons.tsx';
import { UnknownPath } from '../../custom/layout/states/UnknownPath.tsx';
import { useRecordId } from '../../custom/layout/useRecordId.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { AttachmentsDialog } from './AttachmentsDialog.tsx';
import { HistoryTab } from './HistoryTab.tsx';
import { ProductsTab } from './ProductsTab.tsx';
import { TicketRail } from './TicketRail.tsx';

/** `/tickets/{id}`: conversation and products at the left, facts and timeline at the right. */
export function TicketShow() {
  const id = useRecordId();
  if (id === null) return <UnknownPath />;
  return (
    <Guarded permission="SAC_TICKETS">
      <LoadedTicket idTicket={id} />
    </Guarded>
  );
}

function LoadedTicket({ idTicket }: { idTicket: number }) {
  const { data, error, isPending, refetch } = useRoute(ticketRoutes.get, { params: { idTicket } });
  if (isPending) return <PageSkeleton />;
  if (error && !data) {
    return (
      <Page title={`Ticket ${idTicket}`}>
        {error.status === 404 ? <NoSuchTicket /> : <ErrorState error={error} onRetry={() => refetch()} />}
      </Page>
    );
  }
  return data ? <TicketPage ticket={data.data} /> : null;
}

/** Unknown and out of scope read alike. */
const NoSuchTicket = () => (
  <EmptyState
    title="Ticket não encontrado"
    text="Ele não existe, ou não está entre os que você pode ver."
    actions={
      <Button component={Link} to="/tickets" variant="outlined">
        Voltar para os tickets
      </Button>
    }
  />
);

function TicketPage({ ticket }: { ticket: Ticket }) {
  const [attachments, setAttachments] = useState(false);
  return (
    <Page
      title={`Ticket ${ticket.id}`}
      aside={
        <>
          <StatusChip value={ticket.status} catalog={ticketStatus} />
          {stepSaysMore(ticket) && <span>{ticket.etapaAtual.descricao}</span>}
          {ticket.arquivado && <Tag tone="secundaria">Arquivado</Tag>}
        </>
      }
      actions={
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<AttachFileOutlined />}
          onClick={() => setAttachments(true)}
          disabled={ticket.totalAnexos === 0}
        >
          {ticket.totalAnexos === 0 ? 'Sem anexos' : `Anexos (${ticket.totalAnexos})`}
        </Button>
      }
    >
      <Typography sx={{ mb: 2, color: (t) => t.vars.palette.components.textoSecundario }}>
        {ticket.cliente.fant || ticket.cliente.razSoc} · {ticket.tipo.desc}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' },
          alignItems: 'start',
        }}
      >
        <TicketTabs ticket={ticket} />
        <TicketRail ticket={ticket} />
      </Box>
      <AttachmentsDialog idTicket={ticket.id} open={attachments} onClose={() => setAttachments(false)} />
    </Page>
  );
}

/** The last step is often called as the status is. */
const stepSaysMore = ({ status, etapaAtual }: Ticket) =>
  rowOf(ticketStatus, status).label !== etapaAtual.descricao;

function TicketTabs({ ticket }: { ticket: Ticket }) {
  const [tab, setTab] = useState<'historico' | 'produtos'>('historico');
  return (
    <Box component="section" aria-label="Histórico e produtos" sx={{ minWidth: 0 }}>
      <Tabs
        value={tab}
        onChange={(_event, next) => setTab(next)}
        aria-label="Partes do ticket"
        sx={{ mb: 4 }}
      >
        <Tab value="historico" label="Histórico" id="tab-historico" aria-controls="panel-historico" />
        <Tab
          value="produtos"
          label={ticket.totalItens > 0 ? `Produtos (${ticket.totalItens})` : 'Produtos'}
          id="tab-produtos"
          aria-controls="panel-produtos"
        />
      </Tabs>
      <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'historico' ? <HistoryTab idTicket={ticket.id} /> : <ProductsTab ticket={ticket} />}
      </div>
    </Box>
  );
}

import DownloadIcon from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { Suspense, useId, useState } from 'react';
import type { TicketStatus } from '#contract/catalogs/ticketStatus.ts';
import { isClosed } from '#contract/rules/tickets/ticketTransitions.ts';
import { ticketCatalogRoutes } from '#contract/sac/tickets/ticketCatalog.ts';
import { type TicketItem, ticketItemRoutes } from '#contract/sac/tickets/ticketItems.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { downloadRoute } from '#data/fileTransfer.ts';
import { ticketWording } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { PaperWarnings } from '#src/resources/invoicePapers/shared/InvoicePapers.tsx';
import { Money, useValueDecimals } from '#ui/components/display/Texts.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { PersonalGate } from '#ui/shell/RequirePermission.tsx';
import { Answered, EmptyState, errorText } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { ChangeProductsDialog } from './ChangeProductsDialog.tsx';
import { ProductRow } from './ProductRow.tsx';

/** The ticket's lines with all their details, their total, and the mirror of the return invoice. */
export function ProductsTab({ ticket }: { ticket: Ticket }) {
  const answer = useRoute(ticketItemRoutes.products, { params: { idTicket: ticket.id } });
  return (
    <Answered
      answer={answer}
      skeleton={<p aria-live="polite">{ticketWording('Buscando produtos do ticket')}</p>}
    >
      {(items) =>
        items.length === 0 ? (
          <EmptyState
            title={ticketWording('Nenhum produto vinculado ao ticket')}
            actions={<AddProducts ticket={ticket} items={NONE} />}
          />
        ) : (
          <Products ticket={ticket} items={items} />
        )
      }
    </Answered>
  );
}

function Products({ ticket, items }: { ticket: Ticket; items: readonly TicketItem[] }) {
  const changeable = useChangeable(ticket, items);
  const decimals = useValueDecimals();
  const [changing, setChanging] = useState(false);
  return (
    <>
      <PaperWarnings invoiceKeys={items.map(({ chave_nota }) => chave_nota)} />
      <ProductsTable items={items} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', my: 3 }}>
        {changeable && (
          <Button variant="outlined" color="inherit" onClick={() => setChanging(true)}>
            Alterar produtos
          </Button>
        )}
        <AddProducts ticket={ticket} items={items} />
        <Typography sx={{ ml: 'auto' }}>
          Total <strong>{<Money value={ticket.valorItens} decimals={decimals} />}</strong>
        </Typography>
      </Box>
      {ticket.tipo.gera_espelho_devolucao && (
        <Box data-print="no" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', mb: 3 }}>
          <MirrorButton idTicket={ticket.id} items={items} />
        </Box>
      )}
      {changing && <ChangeProductsDialog ticket={ticket} items={items} onClose={() => setChanging(false)} />}
    </>
  );
}

const NONE: readonly TicketItem[] = [];

interface AddProductsProps {
  ticket: Ticket;
  items: readonly TicketItem[];
}

/** 'Incluir produtos', available when the ticket's type uses products and nothing has been analysed. */
function AddProducts({ ticket, items }: AddProductsProps) {
  const changeable = useChangeable(ticket, items);
  const types = useRoute(ticketCatalogRoutes.types, {}, { enabled: changeable });
  const [adding, setAdding] = useState(false);
  const type = types.data?.find(({ chave }) => chave === ticket.tipo.chave);
  const takesProducts = type !== undefined && (type.usa_nota_produto > 0 || type.usa_produto > 0);
  if (!changeable || !takesProducts) return null;
  return (
    <>
      <Button variant="outlined" color="inherit" onClick={() => setAdding(true)}>
        Incluir produtos
      </Button>
      {adding && (
        <Suspense>
          <AddProductsDialog ticket={ticket} type={type} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

const AddProductsDialog = lazyScreen(() => import('./AddProductsDialog.tsx'), 'AddProductsDialog');

/** Few columns, to fit beside drawer and rail; everything else is shown by expanding a line. */
function ProductsTable({ items }: { items: readonly TicketItem[] }) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) =>
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <Table aria-label={ticketWording('Produtos do ticket')}>
      <thead>
        <tr>
          <th scope="col">Produto</th>
          <th scope="col">Situação</th>
          <th scope="col" className="number">
            Quantidade
          </th>
          <th scope="col" className="number">
            Valor
          </th>
          <th scope="col" className="unfold">
            <span className="spoken">Detalhes</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <ProductRow key={item.id} item={item} isOpen={open.has(item.id)} onToggle={() => toggle(item.id)} />
        ))}
      </tbody>
    </Table>
  );
}

const Table = styled('table')(({ theme }) => {
  const { components, action } = theme.vars.palette;
  return {
    width: '100%',
    borderCollapse: 'collapse',
    tableLayout: 'fixed',
    fontSize: 13,
    '& th': {
      padding: '6px 8px',
      textAlign: 'left',
      fontWeight: 500,
      color: components.textoSecundario,
      borderBottom: `1px solid ${components.linha}`,
    },
    '& td': { padding: '8px', verticalAlign: 'top', borderBottom: `1px solid ${components.linha}` },
    '& tr[data-open] > td': { borderBottom: 0 },
    '& tr.details > td': { padding: '4px 8px 16px', backgroundColor: action.hover },
    '& .number': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
    '& th:nth-of-type(2)': { width: 124 },
    '& th:nth-of-type(3)': { width: 92 },
    '& th:nth-of-type(4)': { width: 118 },
    '& .unfold': { width: 48, textAlign: 'right' },
    '& .spoken': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clip: 'rect(0 0 0 0)' },
    '& .what': { display: 'grid', gap: 2, overflowWrap: 'anywhere' },
    '& .second': { fontSize: 12, lineHeight: '16px', color: components.textoSecundario },
    '& .photos': { display: 'flex', flexWrap: 'wrap', gap: 6, marginTop: 4 },
    [theme.breakpoints.down('sm')]: {
      '& thead': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
      '&, & tbody, & tr, & td': { display: 'block' },
      '& tr:not(.details)': {
        display: 'grid',
        gridTemplateColumns: 'auto 1fr auto',
        alignItems: 'center',
        gap: '4px 8px',
        padding: '10px 0',
        borderTop: `1px solid ${components.linha}`,
      },
      '& tr:not(.details) > td': { padding: 0, border: 0 },
      '& tr:not(.details) > td:first-of-type': { gridColumn: '1 / -1' },
      '& td.number': { textAlign: 'left' },
      '& td.unfold': { width: 'auto', gridColumn: 3, gridRow: 2 },
      '& td:nth-of-type(4)': { gridColumn: '1 / -1' },
    },
  };
});

/** Products can be changed while the ticket is open and nothing has been analysed. */
function useChangeable({ status, arquivado }: Ticket, items: readonly TicketItem[]): boolean {
  const { can } = useCan();
  const unvalidated =
    !arquivado && !isClosed(status as TicketStatus) && items.every((item) => item.status === 'AN');
  return can('TICKETS_PRODUTOS') && unvalidated;
}

/** 'Baixar espelho da nota': the return invoice as the customer should issue it. */
function MirrorButton({ idTicket, items }: { idTicket: number; items: readonly TicketItem[] }) {
  const notify = useNotify();
  const hintId = useId();
  const [loading, setLoading] = useState(false);
  const isReady = items.some(({ status, avulso }) => status === 'A' && !avulso);
  const download = async () => {
    setLoading(true);
    try {
      await downloadRoute(
        ticketItemRoutes.downloadMirror,
        { params: { idTicket } },
        `espelho-ticket-${idTicket}.pdf`,
      );
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    } finally {
      setLoading(false);
    }
  };
  return (
    <>
      <PersonalGate route={ticketItemRoutes.downloadMirror}>
        <Button
          variant="outlined"
          startIcon={<DownloadIcon />}
          loading={loading}
          loadingPosition="start"
          disabled={!isReady}
          aria-describedby={isReady ? undefined : hintId}
          onClick={download}
        >
          Baixar espelho da nota
        </Button>
      </PersonalGate>
      {!isReady && (
        <Typography id={hintId} variant="body2" sx={{ color: 'text.secondary' }}>
          {items.some(({ status }) => status === 'AN')
            ? 'O espelho sai depois da análise.'
            : 'Nenhum produto foi autorizado.'}
        </Typography>
      )}
    </>
  );
}

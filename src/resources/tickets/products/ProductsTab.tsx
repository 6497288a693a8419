import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { TicketStatus } from '../../../../contract/catalogs/ticketStatus.ts';
import { isClosed } from '../../../../contract/rules/ticketTransitions.ts';
import { type TicketItem, ticketItemRoutes } from '../../../../contract/sac/ticketItems.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { Money } from '../../../custom/components/display/Money.tsx';
import { EmptyState } from '../../../custom/layout/states/EmptyState.tsx';
import { ErrorState } from '../../../custom/layout/states/ErrorState.tsx';
import { useCan } from '../../../custom/layout/useCan.ts';
import { useValueDecimals } from '../../../custom/layout/useDecimals.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { ChangeProductsDialog } from './ChangeProductsDialog.tsx';
import { MirrorButton } from './MirrorButton.tsx';
import { ProductsTable } from './ProductsTable.tsx';

/** The lines of a ticket with all that is known of them, their total, and the mirror of the return note. */
export function ProductsTab({ ticket }: { ticket: Ticket }) {
  const { data, error, isPending, refetch } = useRoute(ticketItemRoutes.products, {
    params: { idTicket: ticket.id },
  });
  if (isPending) return <p aria-live="polite">Buscando produtos do ticket</p>;
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data || data.length === 0) return <EmptyState title="Nenhum produto vinculado ao ticket" />;
  return <Products ticket={ticket} items={data} />;
}

function Products({ ticket, items }: { ticket: Ticket; items: readonly TicketItem[] }) {
  const { can } = useCan();
  const decimals = useValueDecimals();
  const [changing, setChanging] = useState(false);
  const changeable = can('TICKETS_PRODUTOS') && isUnjudged(ticket, items);
  return (
    <>
      <ProductsTable items={items} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', my: 3 }}>
        {ticket.tipo.gera_espelho_devolucao && <MirrorButton idTicket={ticket.id} items={items} />}
        {changeable && (
          <Button color="inherit" onClick={() => setChanging(true)}>
            Alterar produtos
          </Button>
        )}
        <Typography sx={{ ml: 'auto' }}>
          Total <strong>{<Money value={ticket.valorItens} decimals={decimals} />}</strong>
        </Typography>
      </Box>
      {changing && <ChangeProductsDialog ticket={ticket} items={items} onClose={() => setChanging(false)} />}
    </>
  );
}

/** Products change while the ticket is open and nothing was analysed. */
const isUnjudged = ({ status, arquivado }: Ticket, items: readonly TicketItem[]): boolean =>
  !arquivado && !isClosed(status as TicketStatus) && items.every((item) => item.status === 'AN');

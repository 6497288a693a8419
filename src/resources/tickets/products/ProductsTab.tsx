import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { type TicketItem, ticketItemRoutes } from '../../../../contract/sac/ticketItems.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { inWords } from '../../../dataProvider/inWords.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { Money } from '../../../ui/components/display/Money.tsx';
import { EmptyState } from '../../../ui/shell/states/EmptyState.tsx';
import { ErrorState } from '../../../ui/shell/states/ErrorState.tsx';
import { useValueDecimals } from '../../../ui/shell/useDecimals.ts';
import { AddProducts } from './AddProducts.tsx';
import { ChangeProductsDialog } from './ChangeProductsDialog.tsx';
import { MirrorButton } from './MirrorButton.tsx';
import { ProductsTable } from './ProductsTable.tsx';
import { useChangeable } from './useChangeable.ts';

/** The lines of a ticket with all that is known of them, their total, and the mirror of the return note. */
export function ProductsTab({ ticket }: { ticket: Ticket }) {
  const { data, error, isPending, refetch } = useRoute(ticketItemRoutes.products, {
    params: { idTicket: ticket.id },
  });
  if (isPending) return <p aria-live="polite">{inWords('Buscando produtos do ticket')}</p>;
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data || data.length === 0)
    return (
      <EmptyState
        title={inWords('Nenhum produto vinculado ao ticket')}
        actions={<AddProducts ticket={ticket} items={NONE} />}
      />
    );
  return <Products ticket={ticket} items={data} />;
}

function Products({ ticket, items }: { ticket: Ticket; items: readonly TicketItem[] }) {
  const changeable = useChangeable(ticket, items);
  const decimals = useValueDecimals();
  const [changing, setChanging] = useState(false);
  return (
    <>
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
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', mb: 3 }}>
          <MirrorButton idTicket={ticket.id} items={items} />
        </Box>
      )}
      {changing && <ChangeProductsDialog ticket={ticket} items={items} onClose={() => setChanging(false)} />}
    </>
  );
}

const NONE: readonly TicketItem[] = [];

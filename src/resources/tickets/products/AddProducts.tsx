import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { ticketCatalogRoutes } from '../../../../contract/sac/ticketCatalog.ts';
import type { TicketItem } from '../../../../contract/sac/ticketItems.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { lazyScreen } from '../../../ui/shell/lazyScreen.ts';
import { useChangeable } from './useChangeable.ts';

interface AddProductsProps {
  ticket: Ticket;
  items: readonly TicketItem[];
}

/** 'Incluir produtos', where the ticket's type takes products and nothing was analysed. */
export function AddProducts({ ticket, items }: AddProductsProps) {
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

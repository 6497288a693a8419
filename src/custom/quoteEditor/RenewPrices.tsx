import Button from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { negotiationRoutes } from '../../../contract/callcenter/negotiations.ts';
import type { CartItem } from '../../../contract/callcenter/quoteShapes.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';
import { errorText } from '../../ui/shell/errorText.ts';
import { useCan } from '../../ui/shell/useCan.ts';
import type { QuoteEditing } from './useQuoteEditing.ts';

interface RenewPricesProps {
  editing: QuoteEditing;
  /** At a price that was authorised under another condition. */
  items: readonly CartItem[];
}

/** Asks for the same prices again, under the condition that the quote has now. */
export function RenewPrices({ editing, items }: RenewPricesProps) {
  const { can } = useCan();
  const notify = useNotify();
  const request = useRouteCommand(negotiationRoutes.request, {
    onSuccess: async ({ data }) => {
      notify(data.message, { type: 'success' });
      await editing.refresh();
    },
    onError: (error) => notify(errorText(error), { type: 'error' }),
  });
  if (!editing.quote.regras.exibeNegociarPreco || !can('PRECO_NEGOCIADO_SOLICITAR')) return null;
  const ask = async () => {
    if (!(await editing.settle())) return;
    request.mutate({
      body: { idPedido: editing.quote.id, itens: items.map(({ id, preco }) => ({ idItem: id, preco })) },
    });
  };
  return (
    <Button color="inherit" size="small" loading={request.isPending} onClick={() => void ask()}>
      {items.length === 1 ? 'Pedir o preço de novo' : 'Pedir os preços de novo'}
    </Button>
  );
}

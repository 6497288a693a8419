import Button from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { quoteEditingRoutes } from '../../../contract/callcenter/quoteEditing.ts';
import { quoteRoutes } from '../../../contract/callcenter/quotes.ts';
import { call } from '../../dataProvider/call.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';
import { useCan } from '../../ui/shell/usePerson.ts';
import type { QuoteEditing } from './state/useQuoteEditing.ts';

/** Beside the word that a quote has expired: it is open again, with the validity that the branch gives. */
export function RenewQuote({ editing }: { editing: QuoteEditing }) {
  const { quote, take } = editing;
  const { can } = useCan();
  const notify = useNotify();
  const renew = useRouteCommand(quoteRoutes.renew, {
    onSuccess: async ({ data }) => {
      const params = { id: quote.id };
      take((await call(quoteEditingRoutes.cart, { params })).data);
      notify(data.message, { type: 'success' });
    },
    onError: ({ message }) => notify(message, { type: 'error' }),
  });
  if (quote.st !== 'VENCIDO' || !can('ORCAMENTO_EDITAR')) return null;
  return (
    <Button
      color="inherit"
      size="small"
      loading={renew.isPending}
      onClick={() => renew.mutate({ params: { id: quote.id }, body: { versao: quote.versao } })}
    >
      Renovar
    </Button>
  );
}

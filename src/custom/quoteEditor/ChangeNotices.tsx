import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { negotiationRoutes } from '#contract/callcenter/quotes/negotiations.ts';
import type { CartItem, EditedQuote } from '#contract/callcenter/quotes/quoteShapes.ts';
import { isPositive } from '#contract/rules/decimal.ts';
import { FREIGHT_REMOVED_NOTICE } from '#contract/rules/freight/payableFreight.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { steady } from '#ui/components/steady.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { LOW } from '#ui/theme/windowWidth.ts';
import type { QuoteEditing } from './state/useQuoteEditing.ts';

/** Consequences of a change stay visible until they are closed; pending tasks stay until they are done. */
export const ChangeNotices = steady(({ editing }: { editing: QuoteEditing }) => {
  const { quote } = editing;
  const [notices, setNotices] = useState<readonly string[]>([]);
  const freight = useRef(quote.vlFreteOriginal);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per response
  useEffect(() => {
    const calculated = isPositive(quote.vlFreteOriginal) && freight.current !== quote.vlFreteOriginal;
    freight.current = quote.vlFreteOriginal;
    setNotices((before) => {
      // Once freight has been calculated again, the notice that asked for it is obsolete.
      const open = calculated ? before.filter((text) => !text.startsWith(FREIGHT_REMOVED_NOTICE)) : before;
      const next = [...new Set([...open, ...quote.avisos])];
      return next.length === before.length && next.every((text, at) => text === before[at]) ? before : next;
    });
  }, [quote.versao]);
  if (notices.length === 0 && quote.pendencias.length === 0) return null;
  return (
    <Box role="status" sx={{ display: 'contents' }}>
      {quote.pendencias.map((text) => (
        <Alert
          key={text}
          role="none"
          severity="warning"
          sx={{ mb: 3, whiteSpace: 'pre-line' }}
          action={<Renewal text={text} editing={editing} />}
        >
          {text}
        </Alert>
      ))}
      {notices.length > 0 && (
        <Alert
          role="none"
          severity="info"
          closeText="Fechar aviso"
          onClose={() => setNotices([])}
          sx={{
            mb: 3,
            position: 'sticky',
            [LOW]: { position: 'static' },
            top: 'var(--shell-top)',
            zIndex: 3,
          }}
        >
          {notices.map((text) => (
            <div key={text}>{text}</div>
          ))}
        </Alert>
      )}
    </Box>
  );
});

/** Prices that must be requested again, with a button to do so beside the notice. */
function Renewal({ text, editing }: { text: string; editing: QuoteEditing }) {
  const items = toRenew(editing.quote).filter(({ precoARenovar }) => text.includes(precoARenovar ?? ''));
  return items.length > 0 && editing.quote.editavel ? <RenewPrices editing={editing} items={items} /> : null;
}

const toRenew = ({ itens }: EditedQuote) =>
  itens.filter(({ precoARenovar, negociacao }) => precoARenovar !== null && negociacao !== 'P');

interface RenewPricesProps {
  editing: QuoteEditing;
  /** Items whose price was authorised under a different condition. */
  items: readonly CartItem[];
}

/** Requests the same prices again, under the quote's current condition. */
function RenewPrices({ editing, items }: RenewPricesProps) {
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

import Button from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { quoteEditingRoutes } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { EditedQuote } from '#contract/callcenter/quotes/quoteShapes.ts';
import { call } from '#data/call.ts';
import { useCommand } from '#data/useRoute.ts';
import { ActionQuestion } from '#src/resources/orders/shared/ActionQuestion.tsx';
import { isUndoable } from '#src/resources/orders/shared/lossText.ts';
import { ACTION_TEXTS, runAction } from '#src/resources/orders/shared/runAction.ts';
import { useCan } from '#ui/shell/usePerson.ts';
import type { QuoteEditing } from './state/useQuoteEditing.ts';

/** What makes a quote editable again: an expired one is renewed, one that was lost by mistake is reopened. */
function returnOf({ st, perda }: EditedQuote): 'RENOVAR' | 'REABRIR' | null {
  if (st === 'VENCIDO') return 'RENOVAR';
  return st === 'PERDIDO' && perda && isUndoable(perda) ? 'REABRIR' : null;
}

/** Beside the notice that a quote has ended: says what moved since, and brings it back. */
export function ReturnQuote({ editing }: { editing: QuoteEditing }) {
  const { quote, applyServerQuote } = editing;
  const { can } = useCan();
  const notify = useNotify();
  const command = useCommand();
  const [asking, setAsking] = useState(false);
  const action = returnOf(quote);
  if (!action || !can('ORCAMENTO_EDITAR')) return null;
  const run = async () => {
    const { message } = await runAction(action, { ...quote, isPedido: false }, {}, command);
    applyServerQuote((await call(quoteEditingRoutes.cart, { params: { id: quote.id } })).data);
    setAsking(false);
    notify(message, { type: 'success' });
  };
  return (
    <>
      <Button color="inherit" size="small" onClick={() => setAsking(true)}>
        {ACTION_TEXTS[action].label}
      </Button>
      {asking && (
        <ActionQuestion
          action={action}
          view={{ id: quote.id, isPedido: false, cliente: { email: '' } }}
          onRun={run}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

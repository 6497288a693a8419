import { useNotify } from 'ra-core';
import { useNavigate } from 'react-router-dom';
import { orderRoutes } from '#contract/callcenter/orders/orders.ts';
import type { RepeatedOrder } from '#contract/callcenter/orders/repeatedOrder.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { useCan } from '#ui/shell/usePerson.ts';

export const REPEAT_LAST_ORDER = 'Repetir último pedido';

/** What the quote's page is told by whoever repeated an order; it lasts as long as the entry of the history. */
interface RepeatedState {
  repetido?: RepeatedOrder;
}

/** Makes a quote of a customer's last order and opens it. */
export function useRepeatLastOrder() {
  const navigate = useNavigate();
  const notify = useNotify();
  const command = useRouteCommand(orderRoutes.repeatLast, {
    onSuccess: ({ data }) => {
      notify(data.message, { type: 'success' });
      navigate(`/orcamentos/${data.id}`, { state: { repetido: data } satisfies RepeatedState });
    },
    onError: (error) => notify(error.message, { type: 'error' }),
  });
  return {
    may: useCan().can('ORCAMENTO_EDITAR'),
    pending: command.isPending,
    repeat: (idCli: number) => {
      if (!command.isPending) command.mutate({ params: { idCli } });
    },
  };
}

/** The order that a quote was made of a moment ago, from the history's state. */
export const repeatedOrderOf = (state: unknown, quoteId: number): RepeatedOrder | null => {
  const repeated = (state as RepeatedState | null)?.repetido;
  return repeated?.id === quoteId ? repeated : null;
};

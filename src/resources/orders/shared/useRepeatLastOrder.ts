import { useMutationState, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import type { KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { orderRoutes } from '#contract/callcenter/orders/orders.ts';
import type { RepeatedOrder } from '#contract/callcenter/orders/repeatedOrder.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { focusFirstRow } from '#ui/components/DataTable/tableProps.ts';
import { letterShortcutsEnabled, useShortcuts } from '#ui/shell/shortcuts/shortcuts.tsx';
import { useCan } from '#ui/shell/usePerson.ts';

export const REPEAT_LAST_ORDER = 'Repetir último pedido';

/** What the quote's page is told by whoever repeated an order; it lasts as long as the entry of the history. */
interface RepeatedState {
  repetido?: RepeatedOrder;
}

/** Shared by all places that repeat an order, of which one may be gone before the answer comes. */
const REPEATING = ['repetir-ultimo-pedido'];
type Repeating = { params: { idCli: number } } | undefined;

/** Makes a quote of a customer's last order and opens it; while one is being made, nothing makes a second one. */
export function useRepeatLastOrder() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const command = useRouteCommand(orderRoutes.repeatLast, {
    mutationKey: REPEATING,
    onMutate: () => notify('Repetindo o último pedido…', { type: 'info' }),
    onSuccess: ({ data }) => {
      notify(data.message, { type: 'success' });
      navigate(`/orcamentos/${data.id}`, { state: { repetido: data } satisfies RepeatedState });
    },
    onError: (error) => notify(error.message, { type: 'error' }),
  });
  const pending = useMutationState({
    filters: { mutationKey: REPEATING, status: 'pending' },
    select: ({ state }) => (state.variables as Repeating)?.params.idCli,
  });
  return {
    may: useCan().can('ORCAMENTO_EDITAR'),
    isPending: (idCli: number) => pending.includes(idCli),
    repeat: (idCli: number) => {
      const isRunning = client.isMutating({
        mutationKey: REPEATING,
        predicate: ({ state }) => (state.variables as Repeating)?.params.idCli === idCli,
      });
      if (!isRunning) command.mutate({ params: { idCli } });
    },
  };
}

/**
 * R on a row repeats the last order of the customer that the row speaks of.
 *
 * @param list under which name '?' shows it: 'Lista de agendas'
 */
export function useRepeatKey<Row>(list: string, idOf: (row: Row) => number) {
  const { may, repeat } = useRepeatLastOrder();
  useShortcuts(list, [
    { keys: 'r', label: `${REPEAT_LAST_ORDER} do cliente da linha`, enabled: may, run: focusFirstRow },
  ]);
  return (event: KeyboardEvent, row: Row) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (!may || key.toLowerCase() !== 'r' || ctrlKey || metaKey || altKey || !letterShortcutsEnabled())
      return;
    if ((target as Element).matches('input:not([type=checkbox]), textarea, select')) return;
    event.preventDefault();
    repeat(idOf(row));
  };
}

/** The order that a quote was made of a moment ago, from the history's state. */
export const repeatedOrderOf = (state: unknown, quoteId: number): RepeatedOrder | null => {
  const repeated = (state as RepeatedState | null)?.repetido;
  return repeated?.id === quoteId ? repeated : null;
};

import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Whatever shows agendas: lists, calendar, counters, panel tabs, and the customer's activity log. */
const SHOWS_AGENDAS = /agendas|registro-atividade/;

/** Asks again for whatever shows agendas, after one of them changed. */
export function useAgendaRefresh() {
  const client = useQueryClient();
  return useCallback(
    () =>
      client.invalidateQueries({
        predicate: ({ queryKey }) =>
          queryKey.slice(0, 2).some((part) => typeof part === 'string' && SHOWS_AGENDAS.test(part)),
      }),
    [client],
  );
}

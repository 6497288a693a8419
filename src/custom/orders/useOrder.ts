import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import type { OrderView } from '../../../contract/callcenter/orderRow.ts';
import { quoteRoutes } from '../../../contract/callcenter/quotes.ts';
import { currentLoad } from '../../dataProvider/session.ts';
import { routeKey, useRoute } from '../../dataProvider/useRoute.ts';
import { orderNewsText, useOrderLive } from './useOrderLive.ts';

interface ReadOrder {
  view: OrderView | undefined;
  error: unknown;
  loading: boolean;
  /** Reads it and its history again. */
  refresh: () => void;
}

/** A quote or order as the read-only view shows it. */
export function useOrder(id: number): ReadOrder {
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useRoute(
    quoteRoutes.view,
    { params: { id } },
    { retry: false },
  );
  const refresh = () => {
    void refetch();
    void client.invalidateQueries({ queryKey: routeKey(quoteRoutes.history) });
  };
  const notify = useNotify();
  useOrderLive(id, null, (news) => {
    refresh();
    const text = news && orderNewsText(news, Number(currentLoad()?.colaborador.id));
    if (text) notify(text, { type: 'info' });
  });
  return { view: data?.data, error, loading: isPending, refresh };
}

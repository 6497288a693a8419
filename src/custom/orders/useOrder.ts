import { useQueryClient } from '@tanstack/react-query';
import type { OrderView } from '../../../contract/callcenter/orderRow.ts';
import { quoteRoutes } from '../../../contract/callcenter/quotes.ts';
import { routeKey, useRoute } from '../../dataProvider/useRoute.ts';

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
  return {
    view: data?.data,
    error,
    loading: isPending,
    refresh: () => {
      void refetch();
      void client.invalidateQueries({ queryKey: routeKey(quoteRoutes.history) });
    },
  };
}

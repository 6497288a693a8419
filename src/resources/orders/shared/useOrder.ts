import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useEffect } from 'react';
import type { OrderView } from '#contract/callcenter/orders/orderRow.ts';
import { quoteRoutes } from '#contract/callcenter/quotes/quotes.ts';
import {
  ORDER_CHANGED,
  type OrderChanged,
  orderChannel,
  STOCK_CHANGED,
  stockChannel,
} from '#contract/realtime.ts';
import { currentInitialLoad } from '#data/session.ts';
import { routeKey, useRoute } from '#data/useRoute.ts';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { live, trailingThrottle } from '#ui/live/live.ts';
import type { Answer } from '#ui/shell/states/StateMessage.tsx';
import { moreRelevantChange, orderNewsText } from './orderNews.ts';

interface ReadOrder {
  answer: Answer & { isPending: boolean };
  view: OrderView | undefined;
  /** Refetches the order and its history. */
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
    const text = news && orderNewsText(news, Number(currentInitialLoad()?.colaborador.id));
    if (text) notify(text, { type: 'info' });
  });
  return { answer: { data, error, isPending, refetch: refresh }, view: data?.data, refresh };
}

/** Milliseconds during which several events are gathered into one refetch. */
const GATHERED_MS = 150;

/**
 * Calls back when the quote or order was written, or the stock of its branch changed; `null` when the change was not one
 * person's write. Events in quick succession become one call, with the newest write.
 */
export function useOrderLive(
  id: number,
  idFil: number | null,
  onNews: (news: OrderChanged | null) => void,
): void {
  const notify = useStableCallback(onNews);
  useEffect(() => {
    let newest: OrderChanged | null = null;
    const renew = trailingThrottle(() => {
      notify(newest);
      newest = null;
    }, GATHERED_MS);
    const listener = {
      onEvent({ event, data }: { event: string; data: Record<string, unknown> }) {
        if (event === ORDER_CHANGED) newest = moreRelevantChange(newest, data as unknown as OrderChanged);
        if (event === ORDER_CHANGED || event === STOCK_CHANGED) renew.call();
      },
      onMissed: renew.call,
    };
    const channels = [orderChannel(id), ...(idFil === null ? [] : [stockChannel(idFil)])];
    const leaves = channels.map((channel) => live.listen(channel, listener));
    return () => {
      renew.cancel();
      for (const leave of leaves) leave();
    };
  }, [id, idFil, notify]);
}

import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  publicTicketChannel,
  TICKET_CHANGED,
  type TicketChanged,
  ticketChannel,
} from '#contract/realtime.ts';
import { live, trailingThrottle } from '#ui/live/live.ts';
import { isOfCompany } from './ticketReader.ts';

/** Milliseconds during which several events are gathered into one refetch. */
const GATHERED_MS = 150;

/**
 * Refetches everything shown of a ticket whenever it is written, in place, so that scroll position, focus and input are kept.
 */
export function useTicketLive(idTicket: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const renew = trailingThrottle(
      () => void client.invalidateQueries({ predicate: (query) => isOfTicket(query, idTicket) }),
      GATHERED_MS,
    );
    const leave = live.listen(channelOf(idTicket), {
      onEvent: ({ event }) => event === TICKET_CHANGED && renew.call(),
      onMissed: renew.call,
    });
    return () => {
      leave();
      renew.cancel();
    };
  }, [client, idTicket]);
}

const channelOf = (idTicket: number) =>
  isOfCompany() ? ticketChannel(idTicket) : publicTicketChannel(idTicket);

/** The writes to a ticket announced since the component was shown, the oldest first. */
export function useTicketNews(idTicket: number): readonly TicketChanged[] {
  const [news, setNews] = useState<readonly TicketChanged[]>([]);
  useEffect(
    () =>
      live.listen(channelOf(idTicket), {
        onEvent({ event, data }) {
          if (event === TICKET_CHANGED)
            setNews((before) => [...before, data as unknown as TicketChanged].slice(-MOST_NEWS));
        },
      }),
    [idTicket],
  );
  return news;
}

/** Enough to find who completed the step, even if others wrote messages since. */
const MOST_NEWS = 50;

/** Whether a query's path contains the ticket: the ticket itself, its history, lines, timeline, costs or attachments. */
function isOfTicket({ queryKey }: Query, idTicket: number): boolean {
  const input = queryKey[2] as { params?: { idTicket?: unknown } } | undefined;
  return input?.params?.idTicket === idTicket;
}

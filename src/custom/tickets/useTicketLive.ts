import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  publicTicketChannel,
  TICKET_CHANGED,
  type TicketChanged,
  ticketChannel,
} from '../../../contract/realtime.ts';
import { currentLoad } from '../../dataProvider/session.ts';
import { gathered } from '../../ui/live/gathered.ts';
import { live } from '../../ui/live/live.ts';

/** Several writes of one moment are read together. */
const GATHERED_MS = 150;

export const isStaff = () => currentLoad()?.colaborador.tipo !== 'CONSUMIDOR_FINAL';

/**
 * Renews all that is shown of a ticket when anybody writes it: in place, so that scroll, focus and what is being
 * typed stay. Answers the newest write that was told of, `null` before the first.
 */
export function useTicketLive(idTicket: number): TicketChanged | null {
  const client = useQueryClient();
  const [news, setNews] = useState<TicketChanged | null>(null);
  useEffect(() => {
    setNews(null);
    const renew = gathered(
      () => void client.invalidateQueries({ predicate: (query) => isOfTicket(query, idTicket) }),
      GATHERED_MS,
    );
    const channel = isStaff() ? ticketChannel(idTicket) : publicTicketChannel(idTicket);
    const leave = live.listen(channel, {
      onEvent({ event, data }) {
        if (event !== TICKET_CHANGED) return;
        const changed = data as unknown as TicketChanged;
        setNews((before) => (before && before.versao > changed.versao ? before : changed));
        renew.call();
      },
      onMissed: renew.call,
    });
    return () => {
      leave();
      renew.cancel();
    };
  }, [client, idTicket]);
  return news;
}

/** Answers of routes whose path names the ticket: itself, its history, lines, timeline, costs, attachments. */
function isOfTicket({ queryKey }: Query, idTicket: number): boolean {
  const input = queryKey[2] as { params?: { idTicket?: unknown } } | undefined;
  return input?.params?.idTicket === idTicket;
}

import { type Identifier, useNotify } from 'ra-core';
import { useEffect } from 'react';
import { NEGOTIATION_CHANGED, personChannel } from '../../../contract/realtime.ts';
import { live } from '../../ui/live/live.ts';

/** Tells who asked for a price, on whatever screen they are, that somebody decided. */
export function useNegotiationNews(person: Identifier | undefined): void {
  const notify = useNotify();
  useEffect(() => {
    if (person === undefined) return;
    return live.listen(personChannel(Number(person)), {
      onEvent: ({ event, data }) => {
        if (event === NEGOTIATION_CHANGED) notify(newsText(data), { type: 'info' });
      },
    });
  }, [person, notify]);
}

/** 'Sílvia Moura autorizou 2 preços do orçamento 12.' */
function newsText({ ids, status, idPedido, por }: Record<string, unknown>): string {
  const count = Array.isArray(ids) ? ids.length : 1;
  const who = (por as { nome?: string } | null)?.nome ?? 'Alguém';
  const what = count === 1 ? 'um preço' : `${count} preços`;
  return `${who} ${status === 'A' ? 'autorizou' : 'negou'} ${what} do orçamento ${idPedido}.`;
}

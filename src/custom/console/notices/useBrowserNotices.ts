import type { Identifier } from 'ra-core';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { personChannel, TICKET_FOR_YOU, type TicketForYou } from '../../../../contract/realtime.ts';
import { useStableCallback } from '../../../ui/components/useStableCallback.ts';
import { live } from '../../../ui/live/live.ts';
import { tellOutOfSight } from './browserNotices.ts';

/** Tells by the browser that a ticket became the person's, or was written in, while the page is out of sight. */
export function useBrowserNotices(person: Identifier | undefined): void {
  const navigate = useNavigate();
  const open = useStableCallback((id: number) => void navigate(`/tickets/${id}`));
  useEffect(() => {
    if (person === undefined) return;
    return live.listen(personChannel(Number(person)), {
      onEvent: ({ event, data }) => {
        if (event !== TICKET_FOR_YOU) return;
        const news = data as unknown as TicketForYou;
        tellOutOfSight(person, { ...wordsOf(news), tag: `ticket-${news.id}`, onOpen: () => open(news.id) });
      },
    });
  }, [person, open]);
}

/** No word of what was written: a locked screen shows it to whoever passes. */
function wordsOf({ id, motivo, por }: TicketForYou) {
  if (por === null) return { title: 'Resposta à sua solicitação', body: `Solicitação ${id}` };
  return motivo === 'MENSAGEM'
    ? { title: `Nova mensagem no ticket ${id}`, body: `De ${por.nome}` }
    : { title: `O ticket ${id} é seu`, body: `Passado por ${por.nome}` };
}

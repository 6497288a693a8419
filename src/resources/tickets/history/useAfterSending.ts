import { useNotify } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { ticketMoveRoutes } from '#contract/sac/tickets/ticketMoves.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { wasRefused } from '#data/http.ts';
import { useRefetch } from '#data/refetch.ts';
import { ticketWording } from '#data/session.ts';
import { useCommand } from '#data/useRoute.ts';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { plainMove } from '../moves/MoreActions.tsx';
import { useListWalk } from '../page/listWalk.ts';
import { useTicketUndo } from '../shared/useTicketUndo.ts';
import type { Sent } from './useReply.ts';

interface Following {
  goesOn: boolean;
  mayPass: boolean;
  /** Whether the message handed the ticket over, which can be taken back. */
  forwards: boolean;
}

/**
 * What follows a message once it is sent: the step's move, if the person wants it, and the next ticket of the list. Each
 * waits for the one before, so that whatever fails leaves the person where it failed.
 *
 * @param isEmpty whether nothing is written; who has begun another message meanwhile stays with it
 */
export function useAfterSending(ticket: Ticket, isEmpty: boolean) {
  const walk = useListWalk(ticket.id);
  const command = useCommand();
  const refetch = useRefetch();
  const notify = useNotify();
  const step = plainMove(ticket);
  const [wanted, setPasses] = useState(false);
  const passes = wanted && step !== null;
  const [leaving, setLeaving] = useState<string | null>(null);
  const goOn = useStableCallback(walk.goOn);
  const tell = useStableCallback((said: string) => said && notify(said, { type: 'success' }));
  const offer = useTicketUndo();
  useEffect(() => {
    if (leaving === null) return;
    setLeaving(null);
    if (isEmpty) goOn(leaving);
    else tell(leaving);
  }, [leaving, isEmpty, goOn, tell]);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  /** What the server says of the move; `null` if it was refused, or if nothing is known of it. */
  const pass = async (versao: number): Promise<string | null> => {
    try {
      const { data } = await command(ticketMoveRoutes.advance, {
        params: { idTicket: ticket.id },
        body: { versao },
      });
      return data.message;
    } catch (error) {
      // What failed otherwise may have come about all the same.
      const where = wasRefused(error)
        ? `A mensagem foi enviada, mas o ticket continua em ${ticket.etapaAtual.descricao}.`
        : `A mensagem foi enviada, mas não se sabe se o ticket passou para ${step?.descricao}.`;
      notify(`${ticketWording(where)} ${errorText(error)}`, { type: 'error' });
      return null;
    } finally {
      void refetch(ticketMoveRoutes.advance);
    }
  };
  return {
    /** The step to which the ticket may pass with the message; `null` where that needs its own dialog. */
    step,
    passes,
    setPasses,
    /** Whether the person came from a list, which has a next ticket or an end. */
    hasNext: walk.place > 0,
    /** What was done is said at once, in one sentence after the other. */
    follow: async ({ message, versao }: Sent, { goesOn, mayPass, forwards }: Following) => {
      const moved = passes && mayPass ? await pass(versao) : '';
      if (moved === null) return;
      setPasses(false);
      const done = ticketWording([message, moved].filter(Boolean).join(' '));
      if (forwards) offer('forwardTicket', done, { id: ticket.id, versao });
      // The way back says it.
      const said = forwards ? '' : done;
      // Whoever has left the page meanwhile is not led anywhere.
      if (goesOn && !isGone.current) setLeaving(said);
      else tell(said);
    },
  };
}

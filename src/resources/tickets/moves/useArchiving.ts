import { useNotify } from 'ra-core';
import { useRef } from 'react';
import type { Ticket } from '#contract/sac/tickets.ts';
import { useRefetch } from '#data/refetch.ts';
import { ticketWording } from '#data/session.ts';
import { useCommand } from '#data/useRoute.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { useUndoOffer } from '#ui/undo/useUndoOffer.tsx';
import { MOVE_ROUTES, type MoveKind } from './moveInput.ts';

type Archiving = Extract<MoveKind, 'arquivar' | 'desarquivar'>;

export const isArchiving = (kind: MoveKind): kind is Archiving =>
  kind === 'arquivar' || kind === 'desarquivar';

const INVERSE = {
  arquivar: { act: 'archiveTicket', back: 'desarquivar' },
  desarquivar: { act: 'unarchiveTicket', back: 'arquivar' },
} as const;

/** Archives a ticket or takes it out of the archive at once; the way back is offered, so nobody is asked before. */
export function useArchiving(ticket: Pick<Ticket, 'id' | 'versao'>): (kind: Archiving) => Promise<void> {
  const notify = useNotify();
  const refetch = useRefetch();
  const command = useCommand();
  const offer = useUndoOffer();
  const running = useRef(false);
  return async (kind) => {
    if (running.current) return;
    running.current = true;
    const params = { idTicket: ticket.id };
    const { act, back } = INVERSE[kind];
    try {
      const { data } = await command(MOVE_ROUTES[kind], { params, body: { versao: ticket.versao } });
      offer(act, {
        message: ticketWording(data.message),
        shows: MOVE_ROUTES[back],
        undo: async (send) => {
          const undone = await send(MOVE_ROUTES[back], { params, body: { versao: data.versao } });
          return ticketWording(undone.data.message);
        },
      });
    } catch (error) {
      notify(ticketWording(errorText(error)), { type: 'error' });
    } finally {
      running.current = false;
      void refetch(MOVE_ROUTES[kind]);
    }
  };
}

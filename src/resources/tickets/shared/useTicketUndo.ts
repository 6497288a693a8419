import { useNotify } from 'ra-core';
import type { UndoableAct } from '#contract/rules/undo.ts';
import { ticketMoveRoutes } from '#contract/sac/tickets/ticketMoves.ts';
import type { TicketRow } from '#contract/sac/tickets.ts';
import { ticketWording } from '#data/session.ts';
import { useUndoOffer } from '#ui/undo/useUndoOffer.tsx';

interface ChangedTicket {
  id: number;
  /** The version that the change left. */
  versao: number;
}

type TicketAct = Extract<
  UndoableAct,
  'assignTicket' | 'forwardTicket' | 'prioritizeTicket' | 'changeTicketDue'
>;

/** The ticket as it was before the change. */
type Before = Pick<TicketRow, 'adiadoAte'>;

/**
 * Says what was changed of a ticket, and offers the way back. There is none from work that also brought it back from being put off, which
 * a change of its priority or due time does not.
 */
export function useTicketUndo(): (
  act: TicketAct,
  message: string,
  changed: ChangedTicket,
  before: Before,
) => void {
  const offer = useUndoOffer();
  const notify = useNotify();
  return (act, message, { id, versao }, { adiadoAte }) => {
    if (BRINGS_BACK.has(act) && adiadoAte !== null) notify(ticketWording(message), { type: 'success' });
    else
      offer(act, {
        message: ticketWording(message),
        shows: ticketMoveRoutes.undo,
        undo: async (send) => {
          const input = { params: { idTicket: id }, body: { versao } };
          return (await send(ticketMoveRoutes.undo, input)).data.message;
        },
      });
  };
}

const BRINGS_BACK: ReadonlySet<TicketAct> = new Set(['assignTicket', 'forwardTicket']);

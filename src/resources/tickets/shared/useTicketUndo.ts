import type { UndoableAct } from '#contract/rules/undo.ts';
import { ticketMoveRoutes } from '#contract/sac/tickets/ticketMoves.ts';
import { ticketWording } from '#data/session.ts';
import { useUndoOffer } from '#ui/undo/useUndoOffer.tsx';

interface ChangedTicket {
  id: number;
  /** The version that the change left. */
  versao: number;
}

type TicketAct = Extract<
  UndoableAct,
  'assignTicket' | 'forwardTicket' | 'prioritizeTicket' | 'changeTicketDue' | 'useMacro'
>;

/** Says what was changed of a ticket, and offers the way back. */
export function useTicketUndo(): (act: TicketAct, message: string, changed: ChangedTicket) => void {
  const offer = useUndoOffer();
  return (act, message, { id, versao }) =>
    offer(act, {
      message: ticketWording(message),
      shows: ticketMoveRoutes.undo,
      undo: async (send) => {
        const input = { params: { idTicket: id }, body: { versao } };
        return (await send(ticketMoveRoutes.undo, input)).data.message;
      },
    });
}

import { ticketSplitRoutes } from '#contract/sac/tickets/ticketSplits.ts';
import type { Command } from '#data/call.ts';
import { ticketWording } from '#data/session.ts';
import { UndoButton } from '#ui/undo/UndoButton.tsx';
import { useUndoOffer } from '#ui/undo/useUndoOffer.tsx';

const undoing = async (send: Command, part: number): Promise<string> => {
  const input = { params: { idTicket: part }, body: {} };
  return ticketWording((await send(ticketSplitRoutes.undoSplit, input)).data.message);
};

/** Says that a ticket was divided, with the way back; in both tickets it stands for a day. */
export function useDividedToast() {
  const offer = useUndoOffer();
  return (message: string, part: number) =>
    offer('splitTicket', {
      message: ticketWording(message),
      shows: ticketSplitRoutes.undoSplit,
      undo: (send) => undoing(send, part),
    });
}

/** 'Desfazer': takes everything of the part back to the ticket that it was divided from. */
export const UndoSplit = ({ part }: { part: number }) => (
  <UndoButton route={ticketSplitRoutes.undoSplit} undo={(send) => undoing(send, part)} />
);

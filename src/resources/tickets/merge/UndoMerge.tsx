import { ticketMergeRoutes } from '#contract/sac/tickets/ticketMerges.ts';
import type { Command } from '#data/call.ts';
import { ticketWording } from '#data/session.ts';
import { UndoButton } from '#ui/undo/UndoButton.tsx';
import { useUndoOffer } from '#ui/undo/useUndoOffer.tsx';

interface UndoProps {
  leading: number;
  ids: readonly number[];
}

const undoing = async (send: Command, { leading, ids }: UndoProps): Promise<string> => {
  const input = { params: { idTicket: leading }, body: { tickets: [...ids] } };
  return ticketWording((await send(ticketMergeRoutes.undoMerge, input)).data.message);
};

/** Says that tickets were merged, with the way back; in the ticket it stands for a day. */
export function useMergedToast() {
  const offer = useUndoOffer();
  return (message: string, leading: number, ids: readonly number[]) =>
    offer('mergeTickets', {
      message: ticketWording(message),
      shows: ticketMergeRoutes.undoMerge,
      undo: (send) => undoing(send, { leading, ids }),
    });
}

/** 'Desfazer': takes the merge of these tickets back. */
export const UndoMerge = (merged: UndoProps) => (
  <UndoButton route={ticketMergeRoutes.undoMerge} undo={(send) => undoing(send, merged)} />
);

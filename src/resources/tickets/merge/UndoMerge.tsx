import Button from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { ticketMergeRoutes } from '#contract/sac/tickets/ticketMerges.ts';
import type { Command } from '#data/call.ts';
import { useRefetch } from '#data/refetch.ts';
import { ticketWording } from '#data/session.ts';
import { useCommand } from '#data/useRoute.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
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
export function UndoMerge(merged: UndoProps) {
  const { undo, isPending } = useUndoMerge();
  return (
    <Button size="small" color="inherit" loading={isPending} onClick={() => void undo(merged)}>
      Desfazer
    </Button>
  );
}

function useUndoMerge() {
  const notify = useNotify();
  const refetch = useRefetch();
  const send = useCommand();
  const [isPending, setPending] = useState(false);
  const undo = async (merged: UndoProps): Promise<void> => {
    setPending(true);
    try {
      notify(await undoing(send, merged), { type: 'success' });
    } catch (error) {
      notify(ticketWording(errorText(error)), { type: 'error' });
    } finally {
      setPending(false);
      void refetch(ticketMergeRoutes.undoMerge);
    }
  };
  return { undo, isPending };
}

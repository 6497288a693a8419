import Button from '@mui/material/Button';
import { useCloseNotification, useNotify } from 'ra-core';
import { useState } from 'react';
import { ticketMergeRoutes } from '#contract/sac/tickets/ticketMerges.ts';
import { useRefetch } from '#data/refetch.ts';
import { ticketWording } from '#data/session.ts';
import { useCommand } from '#data/useRoute.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';

/** How long the way back is offered in the message; in the ticket it stands for a day. */
const OFFERED_MS = 10_000;

/** Says that tickets were merged, with the way back. */
export function useMergedToast() {
  const notify = useNotify();
  return (message: string, leading: number, ids: readonly number[]) =>
    notify(
      <>
        {ticketWording(message)} <ToastUndo leading={leading} ids={ids} />
      </>,
      { type: 'success', autoHideDuration: OFFERED_MS },
    );
}

interface UndoProps {
  leading: number;
  ids: readonly number[];
}

function ToastUndo(props: UndoProps) {
  const close = useCloseNotification();
  return <UndoMerge {...props} onDone={close} />;
}

/** 'Desfazer': takes the merge of these tickets back. */
export function UndoMerge({ leading, ids, onDone }: UndoProps & { onDone?: () => void }) {
  const { undo, isPending } = useUndoMerge();
  return (
    <Button
      size="small"
      color="inherit"
      loading={isPending}
      onClick={() => void undo(leading, ids).then((done) => done && onDone?.())}
    >
      Desfazer
    </Button>
  );
}

function useUndoMerge() {
  const notify = useNotify();
  const refetch = useRefetch();
  const send = useCommand();
  const [isPending, setPending] = useState(false);
  const undo = async (leading: number, ids: readonly number[]): Promise<boolean> => {
    setPending(true);
    try {
      const { data } = await send(ticketMergeRoutes.undoMerge, {
        params: { idTicket: leading },
        body: { tickets: [...ids] },
      });
      notify(ticketWording(data.message), { type: 'success' });
      return true;
    } catch (error) {
      notify(ticketWording(errorText(error)), { type: 'error' });
      return false;
    } finally {
      setPending(false);
      void refetch(ticketMergeRoutes.undoMerge);
    }
  };
  return { undo, isPending };
}

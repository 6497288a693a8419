import Button from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import type { Route } from '#contract/route.ts';
import type { Command } from '#data/call.ts';
import { useRefetch } from '#data/refetch.ts';
import { ticketWording } from '#data/session.ts';
import { useCommand } from '#data/useRoute.ts';
import { errorText } from '../shell/states/StateMessage.tsx';

interface UndoProps {
  /** What it wrote is read again afterwards. */
  route: Pick<Route, 'path'>;
  /** Resolves to what to say. */
  undo: (send: Command) => Promise<string>;
}

/** 'Desfazer': takes something back that was done a while ago, and says so. */
export function UndoButton({ route, undo }: UndoProps) {
  const notify = useNotify();
  const refetch = useRefetch();
  const send = useCommand();
  const [isPending, setPending] = useState(false);
  const run = async () => {
    setPending(true);
    try {
      notify(await undo(send), { type: 'success' });
    } catch (error) {
      notify(ticketWording(errorText(error)), { type: 'error' });
    } finally {
      setPending(false);
      void refetch(route);
    }
  };
  return (
    <Button size="small" color="inherit" loading={isPending} onClick={() => void run()}>
      Desfazer
    </Button>
  );
}

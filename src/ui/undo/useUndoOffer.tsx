import { useCloseNotification, useNotify } from 'ra-core';
import { useRef, useState } from 'react';
import type { Route } from '#contract/route.ts';
import { UNDO_OFFER_MS, type UndoableAct } from '#contract/rules/undo.ts';
import type { Command } from '#data/call.ts';
import { wasRefused } from '#data/http.ts';
import { useRefetch } from '#data/refetch.ts';
import { useCommand } from '#data/useRoute.ts';
import { Button } from '../components/Button.tsx';
import { useStableCallback } from '../components/useStableCallback.ts';
import { useShortcuts } from '../shell/shortcuts/shortcuts.tsx';
import { errorText } from '../shell/states/StateMessage.tsx';

interface WayBack {
  /** What was done. */
  message: string;
  /** The inverse command, with the version that the act left. Resolves to what to say; rejects with why it was not done. */
  undo: (send: Command) => Promise<string>;
  /** The route whose noun is refetched afterwards. */
  shows?: Pick<Route, 'path'>;
}

/**
 * Says what was done, and for a moment offers the way back, with a button and the key Z. It stands over whatever page the person
 * goes to, and waits while it is hovered or focused.
 */
export function useUndoOffer(): (act: UndoableAct, way: WayBack) => void {
  const notify = useNotify();
  return useStableCallback((act: UndoableAct, way: WayBack) =>
    notify(<Offer key={act} {...way} />, { type: 'success', autoHideDuration: UNDO_OFFER_MS }),
  );
}

function Offer({ message, undo, shows }: WayBack) {
  const close = useCloseNotification();
  const notify = useNotify();
  const refetch = useRefetch();
  const send = useCommand();
  const [isPending, setPending] = useState(false);
  const running = useRef(false);
  const run = useStableCallback(async () => {
    if (running.current) return;
    running.current = true;
    setPending(true);
    try {
      notify(await undo(send), { type: 'success' });
      close();
    } catch (error) {
      notify(errorText(error), { type: 'error' });
      // What is refused once stays refused; after a lost connection it can be pressed again.
      if (wasRefused(error)) close();
    } finally {
      running.current = false;
      setPending(false);
      if (shows) void refetch(shows);
    }
  });
  useShortcuts('Geral', [{ keys: 'z', label: 'Desfazer', run: () => void run() }]);
  return (
    <>
      {message}{' '}
      <Button
        size="small"
        color="inherit"
        title="Desfazer (Z)"
        aria-keyshortcuts="Z"
        loading={isPending}
        onClick={() => void run()}
      >
        Desfazer
      </Button>
    </>
  );
}

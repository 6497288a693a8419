import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useEffect, useRef, useState } from 'react';
import type { Output, Route } from '#contract/route.ts';
import { oidcRoutes } from '#contract/session/oidc.ts';
import { call } from '#data/call.ts';
import { CallFailure } from '#data/http.ts';
import { hardNavigation } from '#data/session.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';

interface ProviderButtonProps {
  /** E.g. 'Entrar com Conta da empresa'. */
  label: string;
  /** Opens the provider in a separate window when this page must stay; otherwise this page navigates there. */
  inWindow?: ProviderWay;
  /** The way that most people here take. */
  main?: boolean;
}

export interface ProviderWay {
  way: ProviderRoute;
  onDone: () => void | Promise<void>;
}

/** Goes to the company's identity provider; shows when it is slow or unavailable, and can be pressed again. */
export function ProviderButton({ label, inWindow, main = false }: ProviderButtonProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const leaving = useRef<AbortController>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const go = async () => {
    leaving.current?.abort();
    leaving.current = new AbortController();
    setFailure('');
    setBusy(!inWindow);
    try {
      if (!inWindow) return hardNavigation.leave((await call(oidcRoutes.begin, {})).endereco);
      await openProviderPopup(inWindow.way, leaving.current.signal);
      await inWindow.onDone();
    } catch (refused) {
      setBusy(false);
      setFailure(errorText(refused));
    }
  };
  return (
    <Stack spacing={3}>
      {failure && <Alert severity="error">{failure}</Alert>}
      <Button
        variant={main ? 'contained' : 'outlined'}
        size="large"
        fullWidth
        autoFocus={main}
        loading={busy}
        onClick={go}
      >
        {label}
      </Button>
    </Stack>
  );
}

type Began = Output<typeof oidcRoutes.begin>;

/** A route that returns the address to send the browser to. */
type ProviderRoute = Route & Pick<typeof oidcRoutes.begin, 'method' | 'response'>;

/**
 * Channel between the window that went to the provider and the page waiting for it, within one browser and our own origin.
 */
const CHANNEL = 'balcao.provedor';

const WINDOW_STATE = 'balcao.provedor.janela';

const stateOf = (search: string) => new URLSearchParams(search).get('state') ?? '';

/**
 * Opens the provider in a separate window, so that this page keeps its state. Resolves once the window has returned with
 * success; it never resolves if the window is closed, and the page keeps offering the button.
 */
async function openProviderPopup(way: ProviderRoute, signal: AbortSignal): Promise<void> {
  // Opened synchronously in the click handler, since browsers block windows that open later.
  const opened = window.open('about:blank', '_blank', 'popup,width=480,height=720');
  if (!opened)
    throw new CallFailure(0, 'O navegador impediu a janela. Permita janelas deste endereço e tente de novo.');
  try {
    const { endereco } = (await call(way, {})) as Began;
    const state = stateOf(new URL(endereco).search);
    localStorage.setItem(WINDOW_STATE, state);
    const arrived = popupReturned(state, signal);
    opened.location.href = endereco;
    await arrived;
  } catch (failure) {
    opened.close();
    throw failure;
  }
}

const popupReturned = (state: string, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    signal.addEventListener('abort', () => channel.close());
    channel.addEventListener('message', ({ data }) => {
      if (data !== state) return;
      channel.close();
      resolve();
    });
  });

/** In the returned window: whether a page is waiting for it. */
export const isAwaitedPopup = (search: string): boolean =>
  stateOf(search) !== '' && localStorage.getItem(WINDOW_STATE) === stateOf(search);

/** Notifies the waiting page and closes the window. */
export function leaveWindow(search: string) {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(stateOf(search));
  channel.close();
  localStorage.removeItem(WINDOW_STATE);
  window.close();
}

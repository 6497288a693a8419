import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useEffect, useRef, useState } from 'react';
import type { Output, Route } from '../../../../contract/route.ts';
import { oidcRoutes } from '../../../../contract/session/oidc.ts';
import { call } from '../../../dataProvider/call.ts';
import { CallFailure } from '../../../dataProvider/failure.ts';
import { pageExit } from '../../../dataProvider/leave.ts';

interface ProviderButtonProps {
  /** 'Entrar com Conta da empresa'. */
  label: string;
  /** In a window of its own, where the page must stay; else this page goes. */
  inWindow?: { way: ProviderRoute; onDone: () => void | Promise<void> };
}

/** The way to the company's provider: it says when it is slow or away, and can be pressed again. */
export function ProviderButton({ label, inWindow }: ProviderButtonProps) {
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
      if (!inWindow) return pageExit.leave((await call(oidcRoutes.begin, {})).endereco);
      await askInWindow(inWindow.way, leaving.current.signal);
      await inWindow.onDone();
    } catch (refused) {
      setBusy(false);
      setFailure(refused instanceof CallFailure ? refused.message : 'Ocorreu um erro desconhecido!');
    }
  };
  return (
    <Stack spacing={3}>
      {failure && <Alert severity="error">{failure}</Alert>}
      <Button variant="outlined" size="large" fullWidth loading={busy} onClick={go}>
        {label}
      </Button>
    </Stack>
  );
}

type Began = Output<typeof oidcRoutes.begin>;

/** A call that answers where the browser goes. */
type ProviderRoute = Route & Pick<typeof oidcRoutes.begin, 'method' | 'response'>;

/** Between the window that went to the provider and the page that waits for it; of one browser, of our own origin. */
const CHANNEL = 'balcao.provedor';

const WINDOW_STATE = 'balcao.provedor.janela';

const stateOf = (search: string) => new URLSearchParams(search).get('state') ?? '';

/**
 * The provider in a window of its own, so that what stands on this page stays. Resolves once the window came back with
 * success; a window that is closed resolves never, and the page goes on offering the way.
 */
async function askInWindow(way: ProviderRoute, signal: AbortSignal): Promise<void> {
  // At once, in the click itself: a browser blocks a window that opens later.
  const opened = window.open('about:blank', '_blank', 'popup,width=480,height=720');
  if (!opened)
    throw new CallFailure(0, 'O navegador impediu a janela. Permita janelas deste endereço e tente de novo.');
  try {
    const { endereco } = (await call(way, {})) as Began;
    const state = stateOf(new URL(endereco).search);
    localStorage.setItem(WINDOW_STATE, state);
    const arrived = heard(state, signal);
    opened.location.href = endereco;
    await arrived;
  } catch (failure) {
    opened.close();
    throw failure;
  }
}

const heard = (state: string, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    signal.addEventListener('abort', () => channel.close());
    channel.addEventListener('message', ({ data }) => {
      if (data !== state) return;
      channel.close();
      resolve();
    });
  });

/** In the window that came back: whether a page waits for it. */
export const isAskedWindow = (search: string): boolean =>
  stateOf(search) !== '' && localStorage.getItem(WINDOW_STATE) === stateOf(search);

/** Tells the page that waits, and goes. */
export function leaveWindow(search: string) {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(stateOf(search));
  channel.close();
  localStorage.removeItem(WINDOW_STATE);
  window.close();
}

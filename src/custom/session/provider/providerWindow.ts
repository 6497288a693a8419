import type { Output, Route } from '../../../../contract/route.ts';
import type { oidcRoutes } from '../../../../contract/session/oidc.ts';
import { call } from '../../../dataProvider/call.ts';
import { CallFailure } from '../../../dataProvider/failure.ts';

type Began = Output<typeof oidcRoutes.begin>;
/** A call that answers where the browser goes. */
export type ProviderRoute = Route & Pick<typeof oidcRoutes.begin, 'method' | 'response'>;

/** Between the window that went to the provider and the page that waits for it; of one browser, of our own origin. */
const CHANNEL = 'balcao.provedor';
const WINDOW_STATE = 'balcao.provedor.janela';
const stateOf = (search: string) => new URLSearchParams(search).get('state') ?? '';

/**
 * The provider in a window of its own, so that what stands on this page stays. Resolves once the window came back with
 * success; a window that is closed resolves never, and the page goes on offering the way.
 */
export async function askInWindow(way: ProviderRoute, signal: AbortSignal): Promise<void> {
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

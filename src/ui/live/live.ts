import { platformRoutes } from '#contract/config/platform.ts';
import { realtimeRoutes } from '#contract/realtime.ts';
import { currentBusiness, isOwnServer } from '#data/business.ts';
import { call } from '#data/call.ts';
import { createLiveClient, type OpenTransport } from './liveClient.ts';

/** The page's single live connection. Screens can listen to it whether or not it is connected. */
export const live = createLiveClient((since, canais) =>
  call(realtimeRoutes.missed, { query: { ...since, canais } }),
);

/** Without WebSocket, or on a back end without a key, screens are refetched on focus only. */
export const openTransport: OpenTransport = async (events) => {
  if (typeof WebSocket === 'undefined') return null;
  const address = await realtimeAddress();
  if (!address) return null;
  const { pusherTransport } = await import('./pusherTransport.ts');
  return pusherTransport(address, events);
};

export interface RealtimeAddress {
  key: string;
  host: string;
  port: number;
  tls: boolean;
}

/** The configured address of a foreign back end; for our own server, the origin of this page. */
async function realtimeAddress(): Promise<RealtimeAddress | null> {
  if (!isOwnServer()) {
    const { WS_KEY, WS_HOST, WS_PORT, API_URL } = currentBusiness();
    if (!WS_KEY || !WS_HOST) return null;
    const tls = API_URL.startsWith('https:');
    return { key: WS_KEY, host: WS_HOST, port: WS_PORT || (tls ? 443 : 80), tls };
  }
  const [own] = await call(platformRoutes.businesses, {});
  if (!own?.WS_KEY) return null;
  const tls = location.protocol === 'https:';
  const port = Number(location.port) || (tls ? 443 : 80);
  return { key: own.WS_KEY, host: location.hostname, port, tls };
}

/** Runs once, `ms` after the first call; further calls until then are merged into it. */
export function trailingThrottle(act: () => void, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    call() {
      timer ??= setTimeout(() => {
        timer = undefined;
        act();
      }, ms);
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

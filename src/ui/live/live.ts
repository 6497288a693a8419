import { realtimeRoutes } from '../../../contract/config/realtime.ts';
import { call } from '../../dataProvider/call.ts';
import { createLiveClient, type OpenTransport } from './liveClient.ts';
import { realtimeAddress } from './realtimeAddress.ts';

/** The one live connection of this page. Screens listen to it whether or not it stands. */
export const live = createLiveClient((since, canais) =>
  call(realtimeRoutes.missed, { query: { ...since, canais } }),
);

/** Without WebSocket, or on a back end without a key, screens are renewed on focus alone. */
export const openTransport: OpenTransport = async (events) => {
  if (typeof WebSocket === 'undefined') return null;
  const address = await realtimeAddress();
  if (!address) return null;
  const { pusherTransport } = await import('./pusherTransport.ts');
  return pusherTransport(address, events);
};

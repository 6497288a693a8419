import Pusher, { type PresenceChannel } from 'pusher-js';
import { realtimeRoutes, TYPING } from '#contract/realtime.ts';
import { call } from '#data/call.ts';
import type { RealtimeAddress } from './live.ts';
import type { Member, Transport, TransportEvents } from './liveClient.ts';

/** Document 002 section 9: after ten minutes without activity, the server is pinged. */
const ACTIVITY_TIMEOUT_MS = 600_000;

/** pusher-js on top of our own calls: channels are authorised with the same session as every other call. */
export function pusherTransport(address: RealtimeAddress, events: TransportEvents): Transport {
  const { key, host, port, tls } = address;
  const pusher = new Pusher(key, {
    cluster: '',
    wsHost: host,
    wsPort: port,
    wssPort: port,
    forceTLS: tls,
    enabledTransports: [tls ? 'wss' : 'ws'],
    enableStats: false,
    activityTimeout: ACTIVITY_TIMEOUT_MS,
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, done) => {
        call(realtimeRoutes.authorize, { body: { socket_id: socketId, channel_name: channelName } }).then(
          (signed) => done(null, signed),
          (failure: Error) => done(failure, null),
        );
      },
    },
  });
  pusher.connection.bind('state_change', ({ current }: { current: string }) =>
    events.onStatus(STATUS[current] ?? 'lost'),
  );
  return {
    subscribe: (name) => listenTo(pusher, name, events),
    unsubscribe: (name) => pusher.unsubscribe(name),
    whisper(name, event, data) {
      const channel = pusher.channel(name);
      if (channel?.subscribed) channel.trigger(event, data);
    },
    close: () => pusher.disconnect(),
  };
}

const STATUS: Record<string, 'connecting' | 'live' | 'lost' | 'refused'> = {
  initialized: 'connecting',
  connecting: 'connecting',
  connected: 'live',
  unavailable: 'lost',
  failed: 'refused',
  disconnected: 'refused',
};

function listenTo(pusher: Pusher, name: string, events: TransportEvents) {
  const channel = pusher.subscribe(name) as PresenceChannel;
  // A channel that is left and subscribed again is the same object.
  channel.unbind();
  channel.bind_global((event: string, data: Record<string, unknown> | undefined) => {
    if (!/^(pusher|client-)/.test(event)) events.onEvent(name, { event, data: data ?? {} });
  });
  for (const event of ['subscription_succeeded', 'subscription_error'])
    channel.bind(`pusher:${event}`, () => events.onSubscribed(name));
  if (!name.startsWith('presence-')) return;
  const report = () => events.onMembers(name, membersOf(channel));
  for (const event of ['subscription_succeeded', 'member_added', 'member_removed'])
    channel.bind(`pusher:${event}`, report);
  channel.bind(TYPING, (data: Record<string, unknown>, from: { user_id?: string }) =>
    events.onWhisper(name, TYPING, Number(from.user_id), data),
  );
}

function membersOf({ members }: PresenceChannel): Member[] {
  const present: Member[] = [];
  members.each(({ id, info }: { id: string; info?: { nome?: string } }) =>
    present.push({ id: Number(id), nome: info?.nome ?? '' }),
  );
  return present;
}

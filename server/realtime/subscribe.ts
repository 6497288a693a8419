import { usersOfSessions } from '../session/currentUser.ts';
import { allowedChannels, isPresenceChannel, type Listener } from './channelAccess.ts';
import { type Connection, dismiss, send } from './hub.ts';
import type { Live } from './live.ts';
import { enter, leave } from './members.ts';
import { CODES } from './protocol.ts';

/** Windows of one person that this process serves. */
const MOST_CONNECTIONS = 20;
const MOST_CHANNELS = 100;

export interface Subscription {
  channel: string;
  auth: string;
  channelData: string | undefined;
}

/**
 * Lets a connection listen, when its signature is right, the session that it was signed for still holds and the
 * person may still listen. What was signed is asked again: permissions may have gone in between.
 */
export async function subscribe(live: Live, connection: Connection, wanted: Subscription): Promise<void> {
  const { channel } = wanted;
  if (connection.channels.has(channel)) return;
  if (connection.channels.size >= MOST_CHANNELS) return refuse(connection, channel, 'canais demais');
  await live.ready();
  const user = await listenerOf(live, connection, wanted);
  if (!user) return refuse(connection, channel, 'assinatura recusada');
  if (!connection.session && connectionsOf(live, user.id) >= MOST_CONNECTIONS)
    return dismiss(connection, CODES.overCapacity, 'Conexões demais desta pessoa');
  connection.session ??= { id: user.sessionId, personId: user.viewer?.id ?? user.id };
  const present = isPresenceChannel(channel);
  if (present) {
    await enter(live.deps.db, live.node, { channel, socketId: connection.socketId, personId: user.id });
    await live.presence.refresh(channel);
  }
  live.hub.add(connection, channel);
  const data = present ? live.presence.snapshot(channel) : {};
  send(connection, { event: 'pusher_internal:subscription_succeeded', channel, data });
}

/** Who asks, when everything about it is right. */
async function listenerOf(
  { deps, signer }: Live,
  { socketId, session }: Connection,
  { channel, auth, channelData }: Subscription,
): Promise<(Listener & { sessionId: string }) | null> {
  const sessionId = (await signer()).sessionOf(auth, { socketId, channel, channelData });
  if (!sessionId || (session && session.id !== sessionId)) return null;
  const [user] = await usersOfSessions(deps, [sessionId]);
  if (!user) return null;
  const allowed = await allowedChannels(deps.db, user, [channel]);
  return allowed.has(channel) ? user : null;
}

const connectionsOf = ({ hub }: Live, personId: number) =>
  [...hub.connections].filter(({ session }) => session?.personId === personId).length;

const refuse = (connection: Connection, channel: string, error: string) =>
  send(connection, {
    event: 'pusher:subscription_error',
    channel,
    data: { type: 'AuthError', error, status: 401 },
  });

export async function unsubscribe(live: Live, connection: Connection, channel: string): Promise<void> {
  if (!connection.channels.has(channel)) return;
  live.hub.remove(connection, channel);
  if (!isPresenceChannel(channel)) return;
  if (!live.hub.listens(channel)) live.presence.forget(channel);
  await leave(live.deps.db, { channel, socketId: connection.socketId });
}

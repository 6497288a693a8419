import { usersOfSessions } from '../session/currentUser.ts';
import { allowedChannels, isPresenceChannel, type Listener } from './channelAccess.ts';
import { CODES, type Connection, dismiss, MAX_CLIENT_DATA, type Message, readMessage, send } from './hub.ts';
import { enter, type Live, leave } from './presence.ts';
import { signal } from './signal.ts';

type ClientEvent = Extract<Message, { kind: 'client' }>;

/** Handles the messages of one connection in order; when the connection closes, it leaves every channel. */
export function handleConnection(live: Live, connection: Connection): void {
  const { socket } = connection;
  const messages = allowance(100, 20);
  const clientEvents = allowance(10, 10);
  let last = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    last = last.then(() => (connection.closed ? undefined : work())).catch(live.onError);
  };

  socket.on('message', (bytes) => {
    const at = Date.now();
    if (!messages.take(at)) return dismiss(connection, CODES.overCapacity, 'Mensagens demais');
    const message = readMessage(bytes.toString());
    if (message?.kind === 'ping') send(connection, { event: 'pusher:pong', data: {} });
    else if (message?.kind === 'subscribe') inTurn(() => subscribe(live, connection, message));
    else if (message?.kind === 'unsubscribe') inTurn(() => unsubscribe(live, connection, message.channel));
    else if (message?.kind === 'client')
      inTurn(() => passOn(live, connection, message, clientEvents.take(at)));
  });

  socket.on('close', () => {
    connection.closed = true;
    live.hub.connections.delete(connection);
    // Queued behind pending work: otherwise a subscription that succeeds now would never be removed.
    last = last.then(() => leaveEverything(live, connection)).catch(live.onError);
  });
}

async function leaveEverything(live: Live, connection: Connection): Promise<void> {
  for (const channel of [...connection.channels]) await unsubscribe(live, connection, channel);
}

/** Passes a client event (such as typing) from a member of the channel on to the others there. Nothing of it is stored. */
async function passOn(live: Live, connection: Connection, message: ClientEvent, inTime: boolean) {
  const { channel, event, data } = message;
  const personId = connection.session?.personId;
  if (!personId || !connection.channels.has(channel) || !isPresenceChannel(channel))
    return rejected(connection, 'Só em canais de presença que você escuta');
  if (!inTime) return rejected(connection, 'Eventos demais');
  if ((JSON.stringify(data) ?? '').length > MAX_CLIENT_DATA)
    return rejected(connection, 'Evento grande demais');
  await signal(live.deps.db, {
    kind: 'client',
    channel,
    event,
    data: data ?? null,
    from: connection.socketId,
    personId,
  });
}

const rejected = (connection: Connection, message: string) =>
  send(connection, { event: 'pusher:error', data: { code: CODES.clientEventRejected, message } });

/** How many windows of one person this process serves. */
const MAX_CONNECTIONS = 20;

const MAX_CHANNELS = 100;

interface Subscription {
  channel: string;
  auth: string;
  channelData: string | undefined;
}

/**
 * Subscribes a connection if its signature is valid, the session it was signed for is still active and the person may still
 * listen. Access is checked again after signing, because permissions may have changed in between.
 */
async function subscribe(live: Live, connection: Connection, wanted: Subscription): Promise<void> {
  const { channel } = wanted;
  if (connection.channels.has(channel)) return;
  if (connection.channels.size >= MAX_CHANNELS) return refuse(connection, channel, 'canais demais');
  await live.ready();
  const user = await listenerOf(live, connection, wanted);
  if (!user) return refuse(connection, channel, 'assinatura recusada');
  if (!connection.session && connectionsOf(live, user.id) >= MAX_CONNECTIONS)
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

/** The user who subscribes, or `null` if anything about the request is not valid. */
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

async function unsubscribe(live: Live, connection: Connection, channel: string): Promise<void> {
  if (!connection.channels.has(channel)) return;
  live.hub.remove(connection, channel);
  if (!isPresenceChannel(channel)) return;
  if (!live.hub.listens(channel)) live.presence.forget(channel);
  await leave(live.deps.db, { channel, socketId: connection.socketId });
}

/** A rate limit: a burst at once, then a number per second. */
export interface Allowance {
  /** Takes one if the limit allows it; returns whether it did. */
  take: (at: number) => boolean;
}

export function allowance(burst: number, perSecond: number): Allowance {
  let left = burst;
  let before = 0;
  return {
    take(at) {
      left = Math.min(burst, left + (Math.max(0, at - before) * perSecond) / 1000);
      before = at;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}

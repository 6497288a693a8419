import { allowance } from './allowance.ts';
import { isPresenceChannel } from './channelAccess.ts';
import { type Connection, dismiss, send } from './hub.ts';
import type { Live } from './live.ts';
import { CODES, MAX_CLIENT_DATA, type Message, readMessage } from './protocol.ts';
import { signal } from './signal.ts';
import { subscribe, unsubscribe } from './subscribe.ts';

type ClientEvent = Extract<Message, { kind: 'client' }>;

/** What one connection says, answered in its order; when it ends, it leaves every channel. */
export function converse(live: Live, connection: Connection): void {
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
    // After what is under way: a subscription that succeeds now would else stay for ever.
    last = last.then(() => leaveEverything(live, connection)).catch(live.onError);
  });
}

async function leaveEverything(live: Live, connection: Connection): Promise<void> {
  for (const channel of [...connection.channels]) await unsubscribe(live, connection, channel);
}

/** Typing and the like, from somebody who is on the channel to the others there. Nothing of it is kept. */
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

import { isPresenceChannel } from './channelAccess.ts';
import type { Member } from './members.ts';
import { type Frame, frameText } from './protocol.ts';

/** As much of a WebSocket as is used here. */
export interface Socket {
  readonly bufferedAmount: number;
  send: (text: string) => void;
  ping: () => void;
  close: (code: number, reason: string) => void;
  terminate: () => void;
  on: {
    (event: 'message', heard: (data: Buffer) => void): unknown;
    (event: 'close' | 'pong', heard: () => void): unknown;
  };
}

/** One connection of this process. Bound to a session and its person by its first subscription. */
export interface Connection {
  readonly socketId: string;
  readonly socket: Socket;
  readonly ip: string;
  readonly channels: Set<string>;
  session: { id: string; personId: number } | null;
  closed: boolean;
}

/** A client that reads slower than this is sent away, so that it costs no memory; it resumes from its cursor. */
const MOST_UNREAD = 256 * 1024;

export type Hub = ReturnType<typeof createHub>;

/** The connections of this process and what each listens to: a cache of what its sockets asked for, nothing more. */
export function createHub() {
  const connections = new Set<Connection>();
  const byChannel = new Map<string, Set<Connection>>();

  const listenersOf = (channel: string): ReadonlySet<Connection> => byChannel.get(channel) ?? NOBODY;

  return {
    connections,
    listenersOf,
    presenceChannels: () => [...byChannel.keys()].filter(isPresenceChannel),
    /** Who of this process is on which presence channel. */
    members: (): Member[] =>
      [...byChannel]
        .filter(([channel]) => isPresenceChannel(channel))
        .flatMap(([channel, listeners]) => [...listeners].flatMap((each) => memberOf(each, channel))),
    listens: (channel: string) => byChannel.has(channel),
    add(connection: Connection, channel: string) {
      connection.channels.add(channel);
      const listeners = byChannel.get(channel);
      if (listeners) listeners.add(connection);
      else byChannel.set(channel, new Set([connection]));
    },
    remove(connection: Connection, channel: string) {
      connection.channels.delete(channel);
      const listeners = byChannel.get(channel);
      listeners?.delete(connection);
      if (listeners?.size === 0) byChannel.delete(channel);
    },
    publish(channel: string, frame: Frame) {
      const listeners = listenersOf(channel);
      if (listeners.size === 0) return;
      const text = frameText({ ...frame, channel });
      for (const connection of listeners) sendText(connection, text);
    },
  };
}

const NOBODY: ReadonlySet<Connection> = new Set();

const memberOf = ({ socketId, session }: Connection, channel: string): Member[] =>
  session ? [{ channel, socketId, personId: session.personId }] : [];

export const send = (connection: Connection, frame: Frame) => sendText(connection, frameText(frame));

export function sendText({ socket, closed }: Connection, text: string) {
  if (closed) return;
  if (socket.bufferedAmount > MOST_UNREAD) socket.terminate();
  else socket.send(text);
}

/** Says why, then closes with the code that tells a client whether to come back. */
export function dismiss(connection: Connection, code: number, message: string) {
  if (connection.closed) return;
  send(connection, { event: 'pusher:error', data: { code, message } });
  connection.socket.close(code, message);
}

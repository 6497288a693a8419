import { isRecord } from '#contract/rules/jsonRecord.ts';
import { isPresenceChannel } from './channelAccess.ts';
import type { Member } from './presence.ts';

/** The part of a WebSocket that is used here. */
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

/** One connection of this process. Its first subscription binds it to a session and its person. */
export interface Connection {
  readonly socketId: string;
  readonly socket: Socket;
  readonly ip: string;
  readonly channels: Set<string>;
  session: { id: string; personId: number } | null;
  closed: boolean;
}

/**
 * A client with more unread bytes than this is disconnected, so that it does not use up memory; it resumes from its cursor.
 */
const MAX_UNREAD = 256 * 1024;

export type Hub = ReturnType<typeof createHub>;

/** The connections of this process and the channels each listens to: only a cache of what its sockets asked for. */
export function createHub() {
  const connections = new Set<Connection>();
  const byChannel = new Map<string, Set<Connection>>();

  const listenersOf = (channel: string): ReadonlySet<Connection> => byChannel.get(channel) ?? NOBODY;

  return {
    connections,
    listenersOf,
    presenceChannels: () => [...byChannel.keys()].filter(isPresenceChannel),
    /** Which of this process's connections are on which presence channel. */
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

/** In the protocol's own events, `data` is JSON in a string; in client events it is passed on unchanged. */
export const frameText = ({ data, ...frame }: Frame): string =>
  JSON.stringify({ ...frame, ...(data !== undefined && { data: JSON.stringify(data) }) });

export const send = (connection: Connection, frame: Frame) => sendText(connection, frameText(frame));

export function sendText({ socket, closed }: Connection, text: string) {
  if (closed) return;
  if (socket.bufferedAmount > MAX_UNREAD) socket.terminate();
  else socket.send(text);
}

/** Sends the reason, then closes with the code that tells a client whether to reconnect. */
export function dismiss(connection: Connection, code: number, message: string) {
  if (connection.closed) return;
  send(connection, { event: 'pusher:error', data: { code, message } });
  connection.socket.close(code, message);
}

/** Version 7 of the Pusher channels protocol, limited to its frames and codes. No I/O. */

/** Seconds without a message from the server after which a client sends a ping (document 002 section 9). */
export const ACTIVITY_TIMEOUT = 600;

/** The largest message, in bytes. */
export const MAX_MESSAGE = 10 * 1024;

/** The largest data of a client event, in characters: a NOTIFY carries 8,000 bytes. */
export const MAX_CLIENT_DATA = 1024;

/** Clients do not reconnect after 4000-4099, reconnect later after 4100-4199, and at once after 4200-4299. */
export const CODES = {
  unknownApp: 4001,
  unsupportedProtocol: 4007,
  noProtocol: 4008,
  unauthorized: 4009,
  overCapacity: 4100,
  reconnect: 4200,
  clientEventRejected: 4301,
} as const;

interface Frame {
  event: string;
  channel?: string;
  data?: unknown;
  /** The sender of a client event on a presence channel. */
  user_id?: string;
}

export type Message =
  | { kind: 'ping' }
  | { kind: 'pong' }
  | { kind: 'subscribe'; channel: string; auth: string; channelData: string | undefined }
  | { kind: 'unsubscribe'; channel: string }
  | { kind: 'client'; channel: string; event: string; data: unknown };

export const clientFrameText = (frame: Required<Frame>): string => JSON.stringify(frame);

/** Checks the protocol version in the address; returns the code to refuse with, or `null`. */
export function refusedProtocol(protocol: unknown): number | null {
  if (protocol === undefined || protocol === '') return CODES.noProtocol;
  return ['5', '6', '7'].includes(String(protocol)) ? null : CODES.unsupportedProtocol;
}

/** `null` if the text is not a message of the protocol. */
export function readMessage(text: string): Message | null {
  const message = objectOf(parsed(text));
  const event = textOf(message?.event);
  if (!message || !event) return null;
  if (event === 'pusher:ping') return { kind: 'ping' };
  if (event === 'pusher:pong') return { kind: 'pong' };
  if (event.startsWith('client-')) return clientMessage(event, message);
  const data = objectOf(typeof message.data === 'string' ? parsed(message.data) : message.data);
  const channel = textOf(data?.channel);
  if (!channel) return null;
  if (event === 'pusher:unsubscribe') return { kind: 'unsubscribe', channel };
  if (event !== 'pusher:subscribe') return null;
  return {
    kind: 'subscribe',
    channel,
    auth: textOf(data?.auth) ?? '',
    channelData: textOf(data?.channel_data),
  };
}

function clientMessage(event: string, { channel, data }: Record<string, unknown>): Message | null {
  const name = textOf(channel);
  return name && event.length <= MAX_NAME ? { kind: 'client', channel: name, event, data } : null;
}

const MAX_NAME = 200;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const objectOf = (value: unknown): Record<string, unknown> | null =>
  isRecord(value) ? (value as Record<string, unknown>) : null;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

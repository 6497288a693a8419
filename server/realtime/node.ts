import { randomInt, randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../context.ts';
import { channelSigner } from './channelSigner.ts';
import { converse } from './conversation.ts';
import { type Feed, openFeed } from './feed.ts';
import { type Connection, createHub, dismiss, type Socket, send } from './hub.ts';
import { keepAlive } from './keepAlive.ts';
import type { Live } from './live.ts';
import { confirmMembers, leaveAll, sweepMembers } from './members.ts';
import { createPresence } from './presence.ts';
import { ACTIVITY_TIMEOUT, CODES } from './protocol.ts';
import { recheck } from './recheck.ts';
import { createRelay } from './relay.ts';
import { endUnbound } from './unbound.ts';

const HEARTBEAT = 30_000;
const RECHECK = 60_000;
/** Connections from one address that have not said yet whose they are. */
const MOST_UNBOUND = 50;

export interface RealtimeNode {
  accept: (socket: Socket, ip: string) => void;
  /** Connections of this process. */
  connections: () => number;
  stop: () => Promise<void>;
}

/** The live side of this process. It listens to the database from its first connection on. */
export function createNode(deps: Deps, log: FastifyBaseLogger): RealtimeNode {
  const { db } = deps;
  const hub = createHub();
  const onError = (error: unknown) => log.warn({ err: error }, 'live updates failed');
  let feed: Feed | null = null;
  const live: Live = {
    deps,
    node: randomUUID(),
    hub,
    presence: createPresence(db, hub),
    signer: () => channelSigner(db),
    ready: async () => feed?.ready(),
    onError,
  };
  const relay = createRelay({
    deps,
    hub,
    presence: live.presence,
    onError,
    onSessions: (which) => void recheck(live, which).catch(onError),
  });
  const timers: NodeJS.Timeout[] = [];
  const every = (ms: number, turn: () => Promise<unknown>) =>
    timers.push(setInterval(() => void turn().catch(onError), ms).unref());

  function start(): Feed {
    every(HEARTBEAT, heartbeat);
    every(RECHECK, () => recheck(live));
    return openFeed({
      url: deps.pool.options.connectionString ?? '',
      log,
      onNotification: relay.onNotification,
      onResumed: () => void relay.catchUp().catch(onError),
    });
  }

  async function heartbeat() {
    await confirmMembers(db, live.node, hub.members());
    await sweepMembers(db);
    await feed?.check();
  }

  return {
    accept(socket, ip) {
      feed ??= start();
      const connection = newConnection(socket, ip);
      if (unboundOf(hub.connections, ip) >= MOST_UNBOUND)
        return dismiss(connection, CODES.overCapacity, 'Conexões demais deste endereço');
      hub.connections.add(connection);
      converse(live, connection);
      keepAlive(socket);
      endUnbound(connection);
      const data = { socket_id: connection.socketId, activity_timeout: ACTIVITY_TIMEOUT };
      send(connection, { event: 'pusher:connection_established', data });
    },
    connections: () => hub.connections.size,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      if (!feed) return;
      await feed.stop();
      await leaveAll(db, live.node).catch(onError);
    },
  };
}

const newConnection = (socket: Socket, ip: string): Connection => ({
  socketId: `${randomInt(1e9)}.${randomInt(1e9)}`,
  socket,
  ip,
  channels: new Set(),
  session: null,
  closed: false,
});

const unboundOf = (connections: ReadonlySet<Connection>, ip: string) =>
  [...connections].filter((connection) => !connection.session && connection.ip === ip).length;

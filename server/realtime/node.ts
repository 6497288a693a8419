import { randomInt, randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../context.ts';
import { usersOfSessions } from '../session/currentUser.ts';
import { allowedChannels, channelSigner } from './channelAccess.ts';
import { handleConnection } from './conversation.ts';
import { ACTIVITY_TIMEOUT, CODES, type Connection, createHub, dismiss, type Socket, send } from './hub.ts';
import { confirmMembers, createPresence, type Live, leaveAll, sweepMembers } from './presence.ts';
import { createRelay, POLL_INTERVAL_MS } from './relay.ts';
import { type Listening, listen, type Signal } from './signal.ts';

const HEARTBEAT = 30_000;

const RECHECK = 60_000;

/** How many connections from one address may be open without having identified their user. */
const MAX_UNBOUND = 50;

export interface RealtimeNode {
  accept: (socket: Socket, ip: string) => void;
  /** The number of connections of this process. */
  connections: () => number;
  stop: () => Promise<void>;
}

/** The live update service of this process. It listens to the database from its first connection on. */
export function createNode(deps: Deps, log: FastifyBaseLogger): RealtimeNode {
  const { db } = deps;
  const hub = createHub();
  const onError = (error: unknown) => log.warn({ err: error }, 'live updates failed');
  let feed: Listening | null = null;
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

  function start(): Listening {
    every(HEARTBEAT, heartbeat);
    every(RECHECK, () => recheck(live));
    every(POLL_INTERVAL_MS, relay.look);
    return listen(deps.pool.options.connectionString ?? '', log, {
      onNotification: relay.onNotification,
      onResumed: () => void relay.catchUp().catch(onError),
    });
  }

  async function heartbeat() {
    await confirmMembers(db, live.node, hub.members());
    await sweepMembers(db);
  }

  return {
    accept(socket, ip) {
      feed ??= start();
      const connection = newConnection(socket, ip);
      if (unboundOf(hub.connections, ip) >= MAX_UNBOUND)
        return dismiss(connection, CODES.overCapacity, 'Conexões demais deste endereço');
      hub.connections.add(connection);
      if (hub.connections.size === 1) void relay.look().catch(onError);
      handleConnection(live, connection);
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

const HEARTBEAT_INTERVAL = 30_000;

/** Prevents proxies from closing idle connections, and ends a connection whose other end no longer responds. */
function keepAlive(socket: Socket): void {
  let answered = true;
  const timer = setInterval(() => {
    if (!answered) return socket.terminate();
    answered = false;
    socket.ping();
  }, HEARTBEAT_INTERVAL).unref();
  socket.on('pong', () => {
    answered = true;
  });
  socket.on('close', () => clearInterval(timer));
}

type Which = Pick<Extract<Signal, { kind: 'sessions' }>, 'sessionId' | 'personId'>;

/**
 * Ends connections that are no longer valid: those of ended sessions for good. Those that listen to a channel which their
 * person may no longer access are closed so that they reconnect at once and subscribe to each channel again.
 */
async function recheck(live: Pick<Live, 'deps' | 'hub'>, which: Which = {}): Promise<void> {
  const bySession = sessionsOf(live, which);
  const users = await usersOfSessions(live.deps, [...bySession.keys()]);
  const holding = new Map(users.map((user) => [user.sessionId, user]));
  for (const [sessionId, connections] of bySession) {
    const user = holding.get(sessionId);
    const channels = [...new Set(connections.flatMap((connection) => [...connection.channels]))];
    const allowed = user && (await allowedChannels(live.deps.db, user, channels));
    for (const connection of connections) {
      if (!allowed) dismiss(connection, CODES.unauthorized, 'Sessão encerrada');
      else if (![...connection.channels].every((channel) => allowed.has(channel)))
        dismiss(connection, CODES.reconnect, 'Permissões mudaram');
    }
  }
}

function sessionsOf({ hub }: Pick<Live, 'hub'>, { sessionId, personId }: Which): Map<string, Connection[]> {
  const bySession = new Map<string, Connection[]>();
  for (const connection of hub.connections) {
    const { session } = connection;
    if (!session || (sessionId && session.id !== sessionId)) continue;
    if (personId && session.personId !== personId) continue;
    bySession.set(session.id, [...(bySession.get(session.id) ?? []), connection]);
  }
  return bySession;
}

/** A console subscribes right away; this leaves enough time for a database that is just recovering. */
const MAX_UNBOUND_AGE = 60_000;

/**
 * Ends a connection that never identifies its user: such connections are counted per address, and anyone who kept enough of
 * them open would lock out everyone behind that address.
 */
export function endUnbound(connection: Connection): void {
  const timer = setTimeout(() => {
    if (!connection.session) dismiss(connection, CODES.reconnect, 'Nenhum canal foi pedido');
  }, MAX_UNBOUND_AGE).unref();
  connection.socket.on('close', () => clearTimeout(timer));
}

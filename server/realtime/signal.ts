import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { Deps } from '../context.ts';
import { announce, NOTIFICATION } from '../db/announce.ts';
import type { Executor } from '../db/client.ts';

/**
 * Messages between processes on their one channel, which are not needed later. A bare number on it is the id of a live event.
 */
export type Signal =
  | { kind: 'client'; channel: string; event: string; data: unknown; from: string; personId: number }
  /** The members of the channel have changed. */
  | { kind: 'members'; channel: string }
  /** Sessions ended: this one, or all of a person. */
  | { kind: 'sessions'; sessionId?: string; personId?: number }
  | { kind: 'feed'; news: FeedNews };

/** For the feed of changes: a change was written and needs a position, a change got its position, or a delivery is due. */
type FeedNews = 'written' | 'numbered' | 'due';

/**
 * Within a transaction it is delivered at commit, or not at all. Such a commit waits for all others that carry a
 * notification, so frequent writes use announcements instead (server/db/announce.ts). PostgreSQL carries up to 8,000 bytes.
 */
export const signal = (db: Executor, content: Signal) =>
  db.execute(sql`select pg_notify(${NOTIFICATION}, ${JSON.stringify(content)})`);

/** Notifies every process once the transaction is committed. Identical notifications within a transaction are sent once. */
export const signalFeed = (db: Executor, news: FeedNews) =>
  announce(db, JSON.stringify({ kind: 'feed', news } satisfies Signal));

/**
 * Listens until it is stopped. The caller must still poll now and then, because nothing is received while the connection is
 * down.
 */
export function onFeedNotification(
  { pool }: Pick<Deps, 'pool'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
  wanted: readonly FeedNews[],
  heard: () => void,
): { stop: () => Promise<void> } {
  const { ready, stop } = listen(pool.options.connectionString ?? '', log, {
    onNotification(payload) {
      if (!payload.startsWith('{')) return;
      const content = JSON.parse(payload) as Signal;
      if (content.kind === 'feed' && wanted.includes(content.news)) heard();
    },
    onResumed: heard,
  });
  // Covers notifications sent before it was listening.
  void ready().then(heard);
  return { stop };
}

/** A listener for notifications between processes. */
interface NotificationListener {
  onNotification: (payload: string) => void;
  /** Called when notifications arrive again after an interruption. */
  onResumed: () => void;
}

export interface Listening {
  /** Resolves once notifications arrive. */
  ready: () => Promise<void>;
  stop: () => Promise<void>;
}

type Log = Pick<FastifyBaseLogger, 'warn'>;

/** By database: the one connection of this process that listens, and all its listeners. */
const connectionsByUrl = new Map<string, { listeners: Set<NotificationListener>; connection: Listening }>();

/** Listens for notifications until it is stopped. All listeners of a process share one connection. */
export function listen(url: string, log: Log, listener: NotificationListener): Listening {
  const shared = connectionsByUrl.get(url) ?? open(url, log);
  shared.listeners.add(listener);
  return {
    ready: shared.connection.ready,
    async stop() {
      shared.listeners.delete(listener);
      if (shared.listeners.size > 0 || connectionsByUrl.get(url) !== shared) return;
      connectionsByUrl.delete(url);
      await shared.connection.stop();
    },
  };
}

function open(url: string, log: Log) {
  const listeners = new Set<NotificationListener>();
  const connection = openListeningConnection(url, log, {
    onNotification: (payload) => {
      for (const listener of listeners) listener.onNotification(payload);
    },
    onResumed: () => {
      for (const listener of listeners) listener.onResumed();
    },
  });
  const shared = { listeners, connection };
  connectionsByUrl.set(url, shared);
  return shared;
}

const FIRST_WAIT = 250;
const MAX_WAIT = 2_000;
/**
 * Milliseconds between two checks that the connection still responds, and the longest wait for a response before it is
 * replaced.
 */
export const connectionLimits = { every: 2_000, timeout: 3_000 };

/** A listening connection; it reconnects automatically, with growing delays, until it is stopped. */
function openListeningConnection(
  url: string,
  log: Log,
  { onNotification, onResumed }: NotificationListener,
): Listening {
  let stopped = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let ready = connect(FIRST_WAIT, false);

  async function connect(wait: number, again: boolean): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'balcao tempo real',
      connectionTimeoutMillis: connectionLimits.timeout,
      query_timeout: connectionLimits.timeout,
    });
    next.on('notification', ({ payload }) => onNotification(payload ?? ''));
    next.on('error', () => {});
    try {
      await next.connect();
      await next.query(`listen ${NOTIFICATION}`);
    } catch (error) {
      await next.end().catch(() => {});
      if (stopped) return;
      if (wait === FIRST_WAIT) log.warn({ err: error }, 'no live events from the database');
      await new Promise<void>((resolve) => {
        timer = setTimeout(resolve, wait);
      });
      return stopped ? undefined : connect(Math.min(wait * 2, MAX_WAIT), true);
    }
    client = next;
    if (stopped) return void (await next.end());
    next.on('end', () => {
      if (!stopped) ready = connect(FIRST_WAIT, true);
    });
    if (again) onResumed();
  }

  /** A silently broken network does not close the connection: without this check notifications would stop unnoticed. */
  let beingChecked: pg.Client | null = null;
  async function check() {
    const listening = client;
    if (beingChecked === listening || !listening) return;
    beingChecked = listening;
    await listening.query('select 1').catch(() => listening.end().catch(() => {}));
    beingChecked = null;
  }
  const checks = setInterval(() => void check(), connectionLimits.every).unref();

  return {
    ready: () => ready,
    async stop() {
      stopped = true;
      clearInterval(checks);
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}

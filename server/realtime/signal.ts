import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../context.ts';
import { announce, NOTIFICATION } from '../db/announce.ts';
import type { Executor } from '../db/client.ts';
import { listen } from './listening.ts';

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

import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../context.ts';
import { announce } from '../db/announce.ts';
import type { Executor } from '../db/client.ts';
import { listen } from '../realtime/listening.ts';
import type { FeedNews, Signal } from '../realtime/signal.ts';

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

import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../context.ts';
import { announce } from '../db/announce.ts';
import type { Executor } from '../db/client.ts';
import { listen } from '../realtime/listening.ts';
import type { FeedNews, Signal } from '../realtime/signal.ts';

/** Tells every process, once the transaction stands. Many at once are told as one. */
export const signalFeed = (db: Executor, news: FeedNews) =>
  announce(db, JSON.stringify({ kind: 'feed', news } satisfies Signal));

/**
 * Hears it, until it is stopped. Whoever listens looks by themselves all the same now and then: while the connection is away
 * nothing is heard.
 */
export function listenToFeed(
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
  // What was told before it listened.
  void ready().then(heard);
  return { stop };
}

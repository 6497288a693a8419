import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../context.ts';
import { listenToFeed } from './news.ts';
import { LATE_SECONDS, numberChanges } from './number.ts';
import { paced } from './paced.ts';

/** Gives changes their places in the feed, in every process: whichever is there first. */
export function startSequencer(
  { db, pool }: Pick<Deps, 'db' | 'pool'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): { stop(): Promise<void> } {
  let failing = false;
  const turns = paced(async () => {
    try {
      const { count, seconds } = await numberChanges(db);
      failing = false;
      if (seconds > LATE_SECONDS)
        log.warn({ count, seconds: Math.round(seconds) }, 'the feed of changes lags: a transaction was long');
      return count > 0;
    } catch (err) {
      if (!failing) log.warn({ err }, 'the feed of changes is not numbered');
      failing = true;
      return false;
    }
  });
  const news = listenToFeed({ pool }, log, ['written'], turns.wake);
  return {
    stop: async () => {
      await news.stop();
      await turns.stop();
    },
  };
}

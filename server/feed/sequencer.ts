import type { Deps } from '../context.ts';
import { LATE_SECONDS, numberChanges } from './number.ts';
import { paced } from './paced.ts';

interface Log {
  warn(details: object, text: string): void;
}

/** Gives changes their places in the feed, in every process: whichever is there first. */
export function startSequencer({ db }: Pick<Deps, 'db'>, log: Log): { stop(): Promise<void> } {
  let failing = false;
  return paced(async () => {
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
}

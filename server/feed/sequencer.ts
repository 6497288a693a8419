import type { Deps } from '../context.ts';
import { LATE_SECONDS, numberChanges } from './number.ts';

/** A change has its place in the feed no later than this after its commit. ms */
const EVERY = 200;

interface Log {
  warn(details: object, text: string): void;
}

/** Gives changes their places in the feed, in every process: whichever is there first. */
export function startSequencer({ db }: Pick<Deps, 'db'>, log: Log): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let failing = false;
  let round = Promise.resolve();
  const turn = () => {
    round = numberChanges(db)
      .then(({ count, seconds }) => {
        failing = false;
        if (seconds > LATE_SECONDS)
          log.warn(
            { count, seconds: Math.round(seconds) },
            'the feed of changes lags: a transaction was long',
          );
      })
      .catch((err: unknown) => {
        if (!failing) log.warn({ err }, 'the feed of changes is not numbered');
        failing = true;
      })
      .then(() => {
        if (!stopped) timer = setTimeout(turn, EVERY);
      });
  };
  turn();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}

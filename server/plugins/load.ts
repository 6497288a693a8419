import os from 'node:os';
import { performance } from 'node:perf_hooks';
import type pg from 'pg';

export interface Load {
  /** Calls that were let in and are not answered yet. */
  underWay: () => number;
  /** Statements and transactions that wait for a connection of the pool. */
  waiting: () => number;
  /** How late this process comes to its work, in milliseconds, averaged over the last second or so. */
  delay: () => number;
}

export interface LoadWatch extends Load {
  begin: () => void;
  end: () => void;
  stop: () => void;
}

const EVERY = 100;
/** Weight of the newest of the samples: one slow moment does not shut the door, a second of them does. */
const WEIGHT = 0.15;

/** At the 250 a second that two cores answer (docs/benchmarks.md), more than these wait longer than a second. */
const MOST_UNDER_WAY = 300;
/** Behind these stands every statement of a request, some three to six times. */
const MOST_WAITING = 150;
/** A slow machine alone is no overload: it is one when it comes late and many wait for it. */
const LATE = { delay: 700, underWay: 50 };

/** What one of so many processes may take on: with the database beside it, a process fills two cores. */
export const shareOf = (processes: number, cores = os.availableParallelism()): number =>
  processes === 1 ? 1 : Math.min(1, cores / (2 * processes));

/** Whether a call that comes now would wait longer than it is worth; those that are under way go on. */
export const overloaded = (load: Load, share = 1): boolean =>
  load.waiting() >= share * MOST_WAITING ||
  load.underWay() >= share * MOST_UNDER_WAY ||
  (load.delay() > LATE.delay && load.underWay() >= share * LATE.underWay);

/** Looks at the event loop ten times a second, and at the pool when asked. */
export function watchLoad(pool: Pick<pg.Pool, 'waitingCount'>): LoadWatch {
  let underWay = 0;
  let delay = 0;
  let expected = performance.now() + EVERY;
  const timer = setInterval(() => {
    const now = performance.now();
    delay += WEIGHT * (Math.max(0, now - expected) - delay);
    expected = now + EVERY;
  }, EVERY).unref();
  return {
    begin: () => {
      underWay += 1;
    },
    end: () => {
      underWay -= 1;
    },
    underWay: () => underWay,
    waiting: () => pool.waitingCount,
    delay: () => delay,
    stop: () => clearInterval(timer),
  };
}

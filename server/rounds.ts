export interface Rounds {
  /** Stops after the current round. */
  stop(): Promise<void>;
}

/** Runs the work at once, and again `every` milliseconds after each round ends, whether or not it failed. */
export function inRounds(
  every: number,
  work: (isStopped: () => boolean) => Promise<unknown>,
  failed: (error: unknown) => void,
): Rounds {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  const turn = () => {
    round = work(() => stopped)
      .catch(failed)
      .then(() => {
        if (!stopped) timer = setTimeout(turn, every);
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

/** Milliseconds between two looks while there is something to do, and while there is not. */
export const pollPauses = { busy: 200, atRest: 1_000 };
/** The minimum of milliseconds between two looks, however many notifications arrive. */
const MIN_INTERVAL = 50;

interface PollLoop {
  /** Signals that there is something to do, so that it looks at once. */
  wake: () => void;
  stop: () => Promise<void>;
}

/** Calls `look` whenever it is woken, and repeatedly in between, less often while nothing is found. */
export function pollLoop(look: () => Promise<boolean>): PollLoop {
  let stopped = false;
  let woken = false;
  let lookedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  const turn = () => {
    timer = undefined;
    woken = false;
    round = look().then((found) => {
      lookedAt = performance.now();
      // The change that woke it may have come after it looked.
      wait(woken ? MIN_INTERVAL : found ? pollPauses.busy : pollPauses.atRest);
    });
  };
  const wait = (ms: number) => {
    if (!stopped) timer = setTimeout(turn, ms);
  };
  turn();
  return {
    wake: () => {
      woken = true;
      if (!timer) return;
      clearTimeout(timer);
      wait(Math.max(0, MIN_INTERVAL - (performance.now() - lookedAt)));
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}

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

export interface Rounds {
  /** Ends after the round that is under way. */
  stop(): Promise<void>;
}

/** The same work at once and again `every` milliseconds after it ended, whether or not it failed. */
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

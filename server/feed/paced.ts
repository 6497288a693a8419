/** How often it looks while something happens, and how often at rest. ms */
const BUSY = 200;
const AT_REST = 1_000;
/** So long after a change was told this process looks often: its transaction may yet be under way. ms */
const AWAKE = 5_000;

const sleepers = new Set<() => void>();

/** This process wrote something that is told. */
export function wakeFeed(): void {
  for (const wake of sleepers) wake();
}

/**
 * Looks again and again, seldom where nothing happens. A process wakes at what it wrote itself; what another process wrote
 * is that one's to serve, and seen here a second later.
 */
export function paced(look: () => Promise<boolean>): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let awakeUntil = 0;
  let round = Promise.resolve();
  const turn = () => {
    timer = undefined;
    round = look().then((found) => {
      if (found) awakeUntil = performance.now() + AWAKE;
      wait();
    });
  };
  const wait = () => {
    if (!stopped) timer = setTimeout(turn, performance.now() < awakeUntil ? BUSY : AT_REST);
  };
  const wake = () => {
    const asleep = performance.now() >= awakeUntil;
    awakeUntil = performance.now() + AWAKE;
    if (!asleep || !timer) return;
    clearTimeout(timer);
    wait();
  };
  sleepers.add(wake);
  turn();
  return {
    stop: async () => {
      stopped = true;
      sleepers.delete(wake);
      clearTimeout(timer);
      await round;
    },
  };
}

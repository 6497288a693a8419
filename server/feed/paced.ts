/** How often it looks while it finds something, and how often at rest. ms */
const BUSY = 200;
const AT_REST = 1_000;
/** Two looks are no closer than this, however much is told. ms */
const APART = 50;

export interface Turns {
  /** Something is there: it looks at once. */
  wake: () => void;
  stop: () => Promise<void>;
}

/** Looks when it is woken, and again and again, seldom where nothing is found. */
export function paced(look: () => Promise<boolean>): Turns {
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
      // What it was woken by may have come after it looked.
      wait(woken ? APART : found ? BUSY : AT_REST);
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
      wait(Math.max(0, APART - (performance.now() - lookedAt)));
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}

/** A browser has six connections to a server: blocks that wait for their turn must not hold up the rest of the page. */
const MOST = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs the work once fewer than two others run, in the order of asking; what nobody waits for any more is left out. */
export async function inLine<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (running >= MOST) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    // The place is handed on, or given up.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

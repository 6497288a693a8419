import { setTimeout } from 'node:timers/promises';

/** Time that a busy machine may need for something a person would not notice, in milliseconds. */
const TIMEOUT = 30_000;
const PAUSE = 200;

/**
 * Polls until the condition holds and returns the value. Used where the screen cannot show the difference: 'Rascunho salvo às
 * 10:42' remains visible while the next change is being saved.
 */
export async function eventually<T>(
  look: () => Promise<T>,
  holds: (seen: T) => boolean,
  what: string,
  timeout = TIMEOUT,
): Promise<T> {
  const end = performance.now() + timeout;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (performance.now() > end) throw new Error(`${what}: ${JSON.stringify(seen)}`);
    await setTimeout(PAUSE);
  }
}

import { setTimeout } from 'node:timers/promises';

/** How long a busy machine may take over what a person would not notice. ms */
const PATIENCE = 30_000;
const PAUSE = 200;

/**
 * Looks again until it holds, and answers what it saw. For what the screen does not tell apart: 'Rascunho salvo às
 * 10:42' stays on it while the next change is on its way.
 */
export async function eventually<T>(
  look: () => Promise<T>,
  holds: (seen: T) => boolean,
  what: string,
  patience = PATIENCE,
): Promise<T> {
  const end = performance.now() + patience;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (performance.now() > end) throw new Error(`${what}: ${JSON.stringify(seen)}`);
    await setTimeout(PAUSE);
  }
}

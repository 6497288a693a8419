/** Milliseconds. */
export interface Measured {
  p50: number;
  p95: number;
}

export const WARM_UP = 3;

/**
 * Runs each function `runs` times, alternating. `undefined` if there is nothing to measure, such as a page that a small
 * database does not have.
 */
export async function measure(
  works: readonly (() => Promise<boolean>)[],
  runs: number,
): Promise<Measured | undefined> {
  for (let run = 0; run < WARM_UP; run++) for (const work of works) if (!(await work())) return undefined;
  const times: number[] = [];
  for (let run = 0; run < runs; run++)
    for (const work of works) {
      const started = performance.now();
      await work();
      times.push(performance.now() - started);
    }
  return spreadOf(times);
}

export function spreadOf(times: readonly number[]): Measured {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}

const shown = (milliseconds: number) =>
  milliseconds.toLocaleString('pt-BR', { maximumFractionDigits: milliseconds < 10 ? 1 : 0 });

export const spread = (measured: Measured | undefined): string =>
  measured ? `${shown(measured.p50)} / ${shown(measured.p95)}` : '–';

/** A run that measured nothing must not pass as a success. */
export function requireSome(found: readonly unknown[], only: string) {
  if (found.length === 0) throw new Error(`nothing matches '${only}'`);
}

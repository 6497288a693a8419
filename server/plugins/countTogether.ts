import cluster from 'node:cluster';
import type { RequestAllowance } from './allowance.ts';

const EVERY = 1_000;

/** What one of several processes let in since it last told: allowance, subject, how often. */
export interface Counted {
  kind: 'counted';
  taken: [name: string, subject: string, count: number][];
}

export interface Together {
  count: (name: string, subject: string) => void;
  stop: () => void;
}

const ALONE: Together = { count: () => {}, stop: () => {} };

/**
 * Processes behind one port have one limit: each tells the others once a second what it let in (`processes.ts` passes it
 * on), so that two allow what one would, and for a second at most a little more.
 */
export function countTogether(
  allowances: Readonly<Record<string, RequestAllowance>>,
  clock: () => number,
): Together {
  if (!cluster.isWorker) return ALONE;
  let counts = new Map<string, Map<string, number>>();
  const hear = (message: Partial<Counted>) => {
    if (message.kind !== 'counted') return;
    for (const [name, subject, count] of message.taken ?? []) allowances[name]?.took(subject, count, clock());
  };
  process.on('message', hear);
  const timer = setInterval(() => {
    const taken = [...counts].flatMap(([name, subjects]) =>
      [...subjects].map(([subject, count]): Counted['taken'][number] => [name, subject, count]),
    );
    counts = new Map();
    if (taken.length > 0 && process.connected) process.send?.({ kind: 'counted', taken } satisfies Counted);
  }, EVERY).unref();
  return {
    count(name, subject) {
      const subjects = counts.get(name) ?? new Map<string, number>();
      counts.set(name, subjects.set(subject, (subjects.get(subject) ?? 0) + 1));
    },
    stop() {
      clearInterval(timer);
      process.off('message', hear);
    },
  };
}

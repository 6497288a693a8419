import cluster from 'node:cluster';

const EVERY = 1_000;

/** What one of several processes let in since it last told: allowance, subject, how often. */
export interface Counted {
  kind: 'counted';
  taken: [name: string, subject: string, count: number][];
}

interface Together {
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

interface RequestAllowance {
  /** Takes one; answers 0, or the whole seconds after which there is one again. `now` in milliseconds. */
  take: (subject: string, now: number) => number;
  /** Another process gave so many out of the same allowance. */
  took: (subject: string, count: number, now: number) => void;
}

/** More subjects than people: whoever was quiet for a minute is forgotten first. */
const MOST_SUBJECTS = 20_000;

/**
 * So many a minute for each subject, a minute's worth at once (a token bucket): whoever opens ten pages in a row
 * notices nothing, whoever goes on like that is slowed down to the rate.
 */
export function allowance(perMinute: number, most = MOST_SUBJECTS): RequestAllowance {
  const perMs = perMinute / 60_000;
  const buckets = new Map<string, { left: number; at: number }>();
  const leftOf = (subject: string, now: number) => {
    const known = buckets.get(subject);
    return known ? Math.min(perMinute, known.left + (now - known.at) * perMs) : perMinute;
  };
  const keep = (subject: string, left: number, now: number) => {
    // Newest last, so that the first ones are those that were quiet longest.
    buckets.delete(subject);
    buckets.set(subject, { left, at: now });
    if (buckets.size > most) buckets.delete(buckets.keys().next().value as string);
  };
  return {
    take(subject, now) {
      const left = leftOf(subject, now);
      const taken = left >= 1;
      keep(subject, taken ? left - 1 : left, now);
      return taken ? 0 : Math.max(1, Math.ceil((1 - left) / perMs / 1000));
    },
    took: (subject, count, now) => keep(subject, Math.max(0, leftOf(subject, now) - count), now),
  };
}

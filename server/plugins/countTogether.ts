import cluster from 'node:cluster';

const SYNC_INTERVAL = 1_000;

/** What one of several processes has admitted since its last report: allowance, subject, count. */
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
 * Lets the processes behind one port share one limit: once a second each reports to the others what it admitted
 * (`processes.ts` forwards it), so that together they allow what one would, or a little more within that second.
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
    const countedSubjects = [...counts].flatMap(([name, subjects]) =>
      [...subjects].map(([subject, count]): Counted['taken'][number] => [name, subject, count]),
    );
    counts = new Map();
    if (countedSubjects.length > 0 && process.connected)
      process.send?.({ kind: 'counted', taken: countedSubjects } satisfies Counted);
  }, SYNC_INTERVAL).unref();
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
  /** Takes one request; returns 0, or the whole seconds until the next one is available. `now` is in milliseconds. */
  take: (subject: string, now: number) => number;
  /** Records that another process admitted `count` requests of the same allowance. */
  took: (subject: string, count: number, now: number) => void;
}

/** More subjects than there are people; the one that has been quiet longest is dropped first. */
const MAX_SUBJECTS = 20_000;

/**
 * Allows each subject `perMinute` requests, with bursts of a full minute's worth (a token bucket): a user who opens ten pages
 * in a row notices nothing, and one who keeps going is slowed down to the rate.
 */
export function allowance(perMinute: number, most = MAX_SUBJECTS): RequestAllowance {
  const perMs = perMinute / 60_000;
  const buckets = new Map<string, { left: number; at: number }>();
  const leftOf = (subject: string, now: number) => {
    const bucket = buckets.get(subject);
    return bucket ? Math.min(perMinute, bucket.left + (now - bucket.at) * perMs) : perMinute;
  };
  const keep = (subject: string, left: number, now: number) => {
    // Moves the subject to the end, so that the first entries are those that have been quiet longest.
    buckets.delete(subject);
    buckets.set(subject, { left, at: now });
    if (buckets.size > most) buckets.delete(buckets.keys().next().value as string);
  };
  return {
    take(subject, now) {
      const left = leftOf(subject, now);
      const isTaken = left >= 1;
      keep(subject, isTaken ? left - 1 : left, now);
      return isTaken ? 0 : Math.max(1, Math.ceil((1 - left) / perMs / 1000));
    },
    took: (subject, count, now) => keep(subject, Math.max(0, leftOf(subject, now) - count), now),
  };
}

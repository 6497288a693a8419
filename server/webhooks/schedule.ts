const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds until the next attempt: the first that is no shorter than what has gone since the message was first sent. */
const WAITS = [5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR];
const LONGEST = 12 * HOUR;

/** A message is given up when so much time has gone since it was first sent. */
export const GIVEN_UP_SECONDS = 3 * 24 * HOUR;

/** Within a fifth, so that what failed together does not come back together. `random` is from 0 to 1. */
const jittered = (seconds: number, random: number): number => seconds * (0.8 + 0.4 * random);

/** Seconds until the next attempt after one that failed; `null` where it would come after the three days. */
export function nextWait(elapsed: number, random: number): number | null {
  const wait = jittered(WAITS.find((each) => each >= elapsed) ?? LONGEST, random);
  return elapsed + wait > GIVEN_UP_SECONDS ? null : wait;
}

/** Answers of the 400s that pass: a time-out, a conflict, too early, too many. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 425, 429]);
/** So many attempts are made at an address that refuses the message itself. */
const MOST_REFUSED = 8;
/**
 * The first seven of them lie within this time, the eighth an hour later. Attempts are counted over the life of a message,
 * this from where it began anew: so one whose address was mended is not given up at the next refusal.
 */
const REFUSED_SECONDS = HOUR;

/** Whether a message was refused so often, and for so long, that it will not be taken later either. */
export const isRefused = (
  status: number | null,
  { attempts, elapsed }: { attempts: number; elapsed: number },
): boolean =>
  status !== null &&
  status >= 400 &&
  status < 500 &&
  !PASSING.has(status) &&
  attempts >= MOST_REFUSED &&
  elapsed >= REFUSED_SECONDS;

/** So many failures in a row, and its address is left alone for a while. */
const RESTS_AFTER = 10;
const LONGEST_REST = 10 * MINUTE;

/** Seconds in which nothing is tried at an address that failed so often in a row. */
export function restAfter(failures: number, random: number): number {
  if (failures < RESTS_AFTER) return 0;
  return jittered(Math.min(5 * 2 ** Math.min(failures - RESTS_AFTER, 10), LONGEST_REST), random);
}

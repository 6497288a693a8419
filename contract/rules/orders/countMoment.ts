import { readMoment } from '../dayRange.ts';
import { DEFAULT_TIME_ZONE, localDate, localTime } from '../zonedTime.ts';

const BRAZILIAN = /^(\d\d)\/(\d\d)\/(\d{4}) /;
const SECONDS_OF_A_CLOCK = /[T ]\d\d:\d\d:([0-5]\d)(?:\.\d+)?$/;

/**
 * When a stock was counted, as people, sheets and programs write it: '25/11/2026 02:00', '2026-11-25 02:00:30' (Brasília's
 * clock) or with an offset of its own. To the second; `null` for a moment that does not exist.
 */
export function readCountMoment(text: string): Date | null {
  const spelled = text.trim().replace(BRAZILIAN, '$3-$2-$1 ');
  const moment = readMoment(spelled, DEFAULT_TIME_ZONE);
  if (!moment) return null;
  const seconds = Number(SECONDS_OF_A_CLOCK.exec(spelled)?.[1] ?? 0);
  return new Date(Math.floor(moment.getTime() / 1000) * 1000 + seconds * 1000);
}

/** Its one spelling: '2026-11-25 02:00', with its seconds where there are some. */
export function countMomentText(instant: Date): string {
  const seconds = instant.getUTCSeconds();
  const minute = `${localDate(instant, DEFAULT_TIME_ZONE)} ${localTime(instant, DEFAULT_TIME_ZONE)}`;
  return seconds === 0 ? minute : `${minute}:${String(seconds).padStart(2, '0')}`;
}

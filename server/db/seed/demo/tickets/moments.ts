import type { CalendarDate } from '../../../../../contract/rules/calendarDate.ts';
import type { Chance } from '../chance.ts';
import { branchOf } from '../places.ts';
import type { Planned } from './plan.ts';
import { duringWork } from './workingTime.ts';

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
const LONGEST = 11 * DAY;

/** Open ones moved lately, closed ones within half a year; in working hours, and before today began. */
export function lastMoment(chance: Chance, plan: Planned, today: CalendarDate, branchId: number): number {
  const closed = plan.status === 'FINALIZADO' || plan.status === 'CANCELADO';
  const days = closed
    ? chance.int(0, 150)
    : chance.weighted([
        [0, 8],
        [chance.int(1, 6), 2],
        [chance.int(7, 40), 1],
      ]);
  const midnight = Date.parse(`${today}T00:00:00Z`);
  const behind = branchOf(branchId).hoursBehindUtc;
  // The last day's work is that of its afternoon: most of what is open is still in time.
  const before = days === 0 && !closed ? chance.int(HOUR, 8 * HOUR) : chance.int(1000, DAY);
  let at = midnight - days * DAY - before;
  while (duringWork(at, behind) >= midnight) at -= DAY;
  return duringWork(at, behind);
}

/** `count` instants up to the last, half an hour to a day apart, each in working hours. */
export function instantsUntil(chance: Chance, last: number, count: number, branchId: number): number[] {
  const gaps = Array.from({ length: count - 1 }, () => chance.int(30 * 60, 24 * 3600) * 1000);
  const span = gaps.reduce((sum, gap) => sum + gap, 0);
  // Long talks go faster, so that the invoice still is older than its ticket.
  const pace = span > LONGEST ? LONGEST / span : 1;
  const behind = branchOf(branchId).hoursBehindUtc;
  const times = [last];
  for (const gap of gaps) times.unshift((times[0] as number) - Math.round(gap * pace));
  return times.map((at) => Math.min(last, duringWork(at, behind))).sort((a, b) => a - b);
}

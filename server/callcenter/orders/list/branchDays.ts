import { and, gte, inArray, isNull, lt, notInArray, or, type SQL } from 'drizzle-orm';
import type { CalendarDate } from '../../../../contract/rules/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../../contract/rules/zonedTime.ts';
import type { Executor } from '../../../db/client.ts';
import { branches, orders } from '../../../db/tables/index.ts';

/** What day it is where: the earliest day, and the branches at which a later one has begun. */
export interface BranchDays {
  earliest: CalendarDate;
  later: { day: CalendarDate; branchIds: number[] }[];
}

export async function branchDays(db: Executor, now: Date): Promise<BranchDays> {
  const rows = await db.select({ id: branches.id, zone: branches.timeZone }).from(branches);
  const byDay = new Map<CalendarDate, number[]>();
  for (const { id, zone } of rows) {
    const day = localDate(now, zone);
    byDay.set(day, [...(byDay.get(day) ?? []), id]);
  }
  const [first, ...others] = [...byDay.keys()].sort();
  return {
    earliest: first ?? localDate(now, DEFAULT_TIME_ZONE),
    later: others.map((day) => ({ day, branchIds: byDay.get(day) ?? [] })),
  };
}

/**
 * Validity as each quote's own branch judges it, over columns that every index of the list carries: no branch is
 * joined. For most of the day it is the same day everywhere, and one comparison.
 */
export const validityPassed = ({ earliest, later }: BranchDays): SQL | undefined =>
  or(
    lt(orders.validUntil, earliest),
    ...later.map(({ day, branchIds }) =>
      and(lt(orders.validUntil, day), inArray(orders.branchId, branchIds)),
    ),
  );

export const stillValid = ({ earliest, later }: BranchDays): SQL | undefined =>
  or(
    isNull(orders.validUntil),
    and(
      gte(orders.validUntil, earliest),
      ...later.map(({ day, branchIds }) =>
        or(gte(orders.validUntil, day), notInArray(orders.branchId, branchIds)),
      ),
    ),
  );

import { and, eq, gte, inArray, isNull, lt, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { isValueOf } from '#contract/catalogs/catalog.ts';
import { type OrderStatus, orderStatus } from '#contract/catalogs/orderStatus.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { Executor } from '#server/db/client.ts';
import { branches, orders } from '#server/db/tables/index.ts';

/** An active quote past its validity counts as expired even before the hourly job has updated it. */
export function hasEffectiveStatus(status: string, days: BranchDays | null): SQL | undefined {
  if (!isValueOf(orderStatus, status)) return sql`false`;
  const stored = eq(orders.status, status);
  if (days && status === 'ATIVO') return and(stored, stillValid(days));
  if (days && status === 'VENCIDO')
    return or(stored, and(eq(orders.status, 'ATIVO' satisfies OrderStatus), validityPassed(days)));
  return stored;
}

/** The same as a value; `days` are today's (branchDays). */
export const effectiveStatus = (days: BranchDays): SQL =>
  sql`case when ${orders.status} = 'ATIVO' and ${validityPassed(days) ?? sql`false`} then 'VENCIDO' else ${orders.status} end`;

/** Today's date by branch: the earliest date, and the branches where a later one has begun. */
interface BranchDays {
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
 * Validity by the date of each quote's own branch, using only columns in every index of the list, so that no branch has to be
 * joined. For most of the day the date is the same everywhere and this is one comparison.
 */
const validityPassed = ({ earliest, later }: BranchDays): SQL | undefined =>
  or(
    lt(orders.validUntil, earliest),
    ...later.map(({ day, branchIds }) =>
      and(lt(orders.validUntil, day), inArray(orders.branchId, branchIds)),
    ),
  );

const stillValid = ({ earliest, later }: BranchDays): SQL | undefined =>
  or(
    isNull(orders.validUntil),
    and(
      gte(orders.validUntil, earliest),
      ...later.map(({ day, branchIds }) =>
        or(gte(orders.validUntil, day), notInArray(orders.branchId, branchIds)),
      ),
    ),
  );

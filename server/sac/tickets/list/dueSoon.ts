import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { addWorkingMinutes, type WorkCalendar } from '#contract/rules/time/businessTime.ts';
import { serviceParameters, workCalendar } from '#server/config/parameters/queries.ts';
import type { Context } from '#server/context.ts';
import { zoneOf } from '#server/session/zoneOf.ts';

/** Tickets that are due before these instants and not late yet are about to be late. */
export interface Soon {
  /** For steps with time enough. */
  until: Date;
  /** For shorter ones, by the working hours that they have in all, from one on. Earlier than `until`. */
  shorter: readonly Date[];
}

/**
 * The warning begins some working hours before a ticket is due, by the calendar of the person's first branch, but never
 * before half of the step's own time has passed: a step that was just entered would begin in warning.
 * The list uses this single clock for all its rows, so that the filter can use an index.
 */
export async function dueSoon({ db, user, now }: Pick<Context, 'db' | 'user' | 'now'>): Promise<Soon> {
  const branchId = user.branchIds[0] ?? 0;
  const [parameters, zone] = await Promise.all([serviceParameters(db, branchId), zoneOf(db, user)]);
  return soonAt(now(), parameters.horasAvisoPrazo, workCalendar(parameters, zone));
}

export function soonAt(now: Date, hours: number, calendar: WorkCalendar): Soon {
  const shorter: Date[] = [];
  // Each instant is reached from the one before it: an hour more in all adds half an hour of warning.
  for (let limit = 1; limit < 2 * hours; limit++)
    shorter.push(addWorkingMinutes(shorter.at(-1) ?? now, 30, calendar));
  return { until: addWorkingMinutes(now, hours * 60, calendar), shorter };
}

interface Clock {
  dueAt: Date | null;
  /** The step's whole time in working minutes. */
  dueMinutes: number | null;
}

export const isDueSoon = ({ dueAt, dueMinutes }: Clock, now: Date, { until, shorter }: Soon): boolean =>
  dueAt !== null && dueAt >= now && dueAt < (shorter[Math.trunc((dueMinutes ?? 0) / 60) - 1] ?? until);

type Expression = SQL | AnyPgColumn;

/** The same in SQL. The bound that is the same for all rows comes first, since it is what an index answers. */
export const dueSoonCondition = (due: Expression, minutes: Expression, now: Date, soon: Soon): SQL =>
  sql`(${due} >= ${instant(now)} and ${due} < ${instant(soon.until)} and ${due} < ${soonLimit(minutes, soon)})`;

/** Due later than what is about to be late. */
export const dueLaterCondition = (due: Expression, minutes: Expression, soon: Soon): SQL => {
  const [shortest = soon.until] = soon.shorter;
  return sql`(${due} >= ${instant(shortest)} and ${due} >= ${soonLimit(minutes, soon)})`;
};

/** One array, because a case for each hour would cost each row as many comparisons. */
const soonLimit = (minutes: Expression, { until, shorter }: Soon): SQL =>
  sql`coalesce((${sql.param(shorter.map((at) => at.toISOString()))}::timestamptz[])[${minutes} / 60], ${instant(until)})`;

const instant = (date: Date): SQL => sql`${date.toISOString()}::timestamptz`;

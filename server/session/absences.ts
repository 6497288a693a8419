import { and, eq, gte, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { Executor } from '../db/client.ts';
import { branches, people, personAbsences } from '../db/tables/index.ts';

export interface Away {
  until: CalendarDate;
  substitute: { id: number; nome: string } | null;
}

/** Who is away on a day: a handful of rows, however many people there are. */
export async function awayOn(db: Executor, day: CalendarDate): Promise<Map<number, Away>> {
  const substitutes = alias(people, 'substitutes');
  const rows = await db
    .select({
      personId: personAbsences.personId,
      until: personAbsences.untilDay,
      id: personAbsences.substituteId,
      nome: substitutes.name,
    })
    .from(personAbsences)
    .leftJoin(substitutes, eq(substitutes.id, personAbsences.substituteId))
    .where(isAwayOn(day));
  return new Map(
    rows.map(({ personId, until, id, nome }) => [
      personId,
      { until, substitute: id === null ? null : { id, nome: nome ?? '' } },
    ]),
  );
}

const isAwayOn = (day: CalendarDate) =>
  and(lte(personAbsences.fromDay, day), gte(personAbsences.untilDay, day));

/** The day at a branch, by which its people are away or not; that of the company without one (docs/domain.md 6). */
export async function dayAt(db: Executor, branchId: number | null, now: Date): Promise<CalendarDate> {
  if (branchId === null) return localDate(now, DEFAULT_TIME_ZONE);
  const [branch] = await db
    .select({ zone: branches.timeZone })
    .from(branches)
    .where(eq(branches.id, branchId));
  return localDate(now, branch?.zone ?? DEFAULT_TIME_ZONE);
}

/** People to choose from, each with the last day of an absence that has begun. */
export async function withAbsence<P extends { id: number }>(
  db: Executor,
  persons: readonly P[],
  day: CalendarDate,
): Promise<(P & { ausenteAte: CalendarDate | null })[]> {
  const away = await awayOn(db, day);
  return persons.map((person) => ({ ...person, ausenteAte: away.get(person.id)?.until ?? null }));
}

/** How far a chain of substitutes is followed, which may lead back to its beginning. */
const MOST_SUBSTITUTES = 5;

/**
 * Who works on a day in the place of a person: the person, or the first of their substitutes who is not away; `null` if nobody
 * is named or all are away.
 */
export function presentFor(away: ReadonlyMap<number, Away>, personId: number): number | null {
  let who: number | null = personId;
  for (let step = 0; who !== null && step <= MOST_SUBSTITUTES; step += 1) {
    const absence: Away | undefined = away.get(who);
    if (!absence) return who;
    who = absence.substitute?.id ?? null;
  }
  return null;
}

/** The condition that a person is away on the day, for lists of people. */
export const isAbsentPerson = (db: Executor, day: CalendarDate) =>
  sql`exists (${db
    .select({ one: sql`1` })
    .from(personAbsences)
    .where(and(eq(personAbsences.personId, people.id), isAwayOn(day)))})`;

import { and, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { dayRange } from '#contract/rules/time/dayRange.ts';
import { DEFAULT_TIME_ZONE, type TimeZone } from '#contract/rules/time/zonedTime.ts';
import type { Executor } from '../../db/client.ts';
import { agendas, branches } from '../../db/tables/index.ts';
import { requirePeriod } from '../../paging/paging.ts';

/** Earlier and later days are clamped to these, which mean "unbounded". */
const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2999-12-31';

interface Days {
  dtIni?: CalendarDate;
  dtFim?: CalendarDate;
}

/** The branches of each time zone. */
type BranchesByZone = ReadonlyMap<TimeZone, readonly number[]>;

/** Agendas of these days, both inclusive, by the clock of each agenda's branch (docs/domain.md 6). */
export async function agendaDays(db: Executor, { dtIni, dtFim }: Days): Promise<SQL | undefined> {
  if (!dtIni && !dtFim) return undefined;
  const [from, to] = [within(dtIni || FIRST_DAY), within(dtFim || LAST_DAY)];
  requirePeriod(from, to);
  return onDays(await branchesByZone(db), from, to);
}

/** The outermost instants are compared first, for the index; within them each zone has its own range. */
export function onDays(zones: BranchesByZone, from: CalendarDate, to: CalendarDate): SQL | undefined {
  const ranges = [...zones].map(([zone, ids]) => ({ ids, ...dayRange(from, to, zone) }));
  const [first] = ranges;
  if (!first) return undefined;
  const start = new Date(Math.min(...ranges.map((range) => range.start.getTime())));
  const end = new Date(Math.max(...ranges.map((range) => range.end.getTime())));
  return and(
    between(start, end),
    ranges.length === 1
      ? undefined
      : or(
          ...ranges.map((range) =>
            and(inArray(agendas.branchId, [...range.ids]), between(range.start, range.end)),
          ),
        ),
  );
}

const within = (day: CalendarDate) => (day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day);
const between = (start: Date, end: Date) =>
  and(gte(agendas.scheduledAt, start), lt(agendas.scheduledAt, end));

/** The moment of an agenda by the clock of its branch, without asking for the branch of each row. */
export const branchClock = (zones: BranchesByZone): SQL =>
  byZone(zones, (zone) => sql`${agendas.scheduledAt} at time zone ${zone}`);

/** The time zone of an agenda's branch, likewise. */
export const branchZone = (zones: BranchesByZone): SQL => byZone(zones, (zone) => sql`${zone}::text`);

/** What each zone says, of the zone that most branches have without naming them. */
function byZone(zones: BranchesByZone, said: (zone: TimeZone) => SQL): SQL {
  const [[common] = [DEFAULT_TIME_ZONE], ...others] = [...zones].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  if (others.length === 0) return said(common);
  const cases = others.map(
    ([zone, ids]) => sql`when ${inArray(agendas.branchId, [...ids])} then ${said(zone)}`,
  );
  return sql`(case ${sql.join(cases, sql` `)} else ${said(common)} end)`;
}

export async function branchesByZone(db: Executor): Promise<BranchesByZone> {
  const rows = await db.select({ id: branches.id, zone: branches.timeZone }).from(branches);
  const zones = new Map<TimeZone, number[]>();
  for (const { id, zone } of rows) zones.set(zone, [...(zones.get(zone) ?? []), id]);
  return zones;
}

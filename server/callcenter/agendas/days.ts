import { and, gte, inArray, lt, or, type SQL } from 'drizzle-orm';
import type { CalendarDate } from '../../../contract/rules/calendarDate.ts';
import { dayRange } from '../../../contract/rules/dayRange.ts';
import type { TimeZone } from '../../../contract/rules/zonedTime.ts';
import type { Executor } from '../../db/client.ts';
import { agendas, branches } from '../../db/tables/index.ts';
import { invalid } from '../../errors.ts';

/** Days before and after these stand for "ever". */
const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2999-12-31';

interface Days {
  dtIni?: CalendarDate;
  dtFim?: CalendarDate;
}

/**
 * Agendas of these days, both whole, by the clock of each one's branch (DOMAIN.md section 6). The outermost instants
 * come first, for the index; within them each zone has its own.
 */
export async function agendaDays(db: Executor, { dtIni, dtFim }: Days): Promise<SQL | undefined> {
  if (!dtIni && !dtFim) return undefined;
  const [from, to] = [within(dtIni || FIRST_DAY), within(dtFim || LAST_DAY)];
  if (from > to) throw invalid({ dtFim: 'A data final é anterior à inicial.' });
  const zones = await branchesByZone(db);
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
            and(inArray(agendas.branchId, range.ids), between(range.start, range.end)),
          ),
        ),
  );
}

const within = (day: CalendarDate) => (day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day);
const between = (start: Date, end: Date) =>
  and(gte(agendas.scheduledAt, start), lt(agendas.scheduledAt, end));

async function branchesByZone(db: Executor): Promise<Map<TimeZone, number[]>> {
  const rows = await db.select({ id: branches.id, zone: branches.timeZone }).from(branches);
  const zones = new Map<TimeZone, number[]>();
  for (const { id, zone } of rows) zones.set(zone, [...(zones.get(zone) ?? []), id]);
  return zones;
}

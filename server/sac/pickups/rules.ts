import { addDays, type CalendarDate, formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { invalid } from '../../errors.ts';
import { zoneOf } from '../../session/zoneOf.ts';

/** Rejects days in the past and years that are probably typos. */
function checkScheduledDay(
  day: CalendarDate | null | undefined,
  today: CalendarDate,
  last: CalendarDate,
): void {
  if (!day) return;
  if (day < today)
    throw invalid({ agendadaPara: 'A coleta não pode ser agendada para um dia que já passou.' });
  if (day > last) throw invalid({ agendadaPara: `Escolha um dia até ${formatCalendarDate(last)}.` });
}

/** ` para 25/11/2026`, or an empty text. */
export const onDay = (day: CalendarDate | null): string => (day ? ` para ${formatCalendarDate(day)}` : '');

/** Groups rows by a key, keeping their order. */
export function groupsOf<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

const MAX_DAYS_AHEAD = 365;

/** Refuses a day before today in the person's time zone, or more than a year ahead. */
export async function requireGoodDay(
  db: Executor,
  { user, now }: Pick<Context, 'user' | 'now'>,
  day: CalendarDate | null | undefined,
): Promise<void> {
  const today = localDate(now(), await zoneOf(db, user));
  checkScheduledDay(day, today, addDays(today, MAX_DAYS_AHEAD));
}

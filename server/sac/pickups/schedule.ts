import { addDays, type CalendarDate } from '../../../contract/rules/calendarDate.ts';
import { localDate } from '../../../contract/rules/zonedTime.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { checkScheduledDay } from './rules.ts';

const FARTHEST_DAYS = 365;

/** Refuses a day before the person's own today, and one that is more than a year away. */
export async function requireGoodDay(
  db: Executor,
  { user, now }: Pick<Context, 'user' | 'now'>,
  day: CalendarDate | null | undefined,
): Promise<void> {
  const today = localDate(now(), await zoneOf(db, user));
  checkScheduledDay(day, today, addDays(today, FARTHEST_DAYS));
}

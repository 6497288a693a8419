import { type SQL, sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../contract/rules/calendarDate.ts';
import { startOfDay } from '../../../contract/rules/dayRange.ts';
import { dueBefore, type Verdict, verdictOn } from '../../../contract/rules/privacy/retention.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../contract/rules/zonedTime.ts';
import type { Executor } from '../../db/client.ts';
import { isBusy } from '../privacy/commands.ts';
import { DUE, type Target } from './due.ts';

/** Something that is old enough, and what the rule makes of it. */
export interface Judged {
  id: number;
  since: CalendarDate;
  verdict: Verdict;
}

/** What a rule asks, on a day. */
export interface Asking {
  target: Target;
  months: number;
  now: Date;
}

export interface Looked {
  found: Judged[];
  /** Everything up to this number was looked at. */
  place: number;
}

/** So many are judged by one statement, and carried out in one transaction. */
const AT_ONCE = 200;

/** The next rows behind a number: those of one window, and never more than `AT_ONCE`. */
export async function lookOn(db: Executor, asking: Asking, place: number): Promise<Looked> {
  const end = place + DUE[asking.target.kind].window;
  const found = await judge(db, asking, sql`x.id > ${place} and x.id <= ${end}`);
  return { found, place: found.length === AT_ONCE ? (found.at(-1)?.id ?? end) : end };
}

/** The same of these alone, as they stand now. */
export const lookAt = (db: Executor, asking: Asking, ids: readonly number[]): Promise<Judged[]> =>
  judge(db, asking, sql`x.id = any(${sql.param([...ids])}::int[])`);

/** Behind it nothing is to be looked at. */
export async function lastPlace(db: Executor, { kind }: Target): Promise<number> {
  const { rows } = await db.execute<{ last: number }>(
    sql`select coalesce(max(x.id), 0)::int as last from ${DUE[kind].table} x`,
  );
  return rows[0]?.last ?? 0;
}

interface Row extends Record<string, unknown> {
  id: number;
  since: CalendarDate;
  ended: CalendarDate | null;
  issued: CalendarDate | null;
  busy: boolean;
}

async function judge(db: Executor, { target, months, now }: Asking, which: SQL): Promise<Judged[]> {
  const today = localDate(now, DEFAULT_TIME_ZONE);
  const before = startOfDay(dueBefore(months, today), DEFAULT_TIME_ZONE).toISOString();
  const { rows } = await db.execute<Row>(sql`
    with due as (select * from (${DUE[target.kind].rows(which, sql`${before}::timestamptz`, target.of)}) found
      order by id limit ${AT_ONCE})
    select due.id, ${localDay(sql`due.at`)} as since, ${localDay(sql`due.ended`)} as ended, due.issued::text as issued,
      (due.customer is not null and ${isBusy(sql`due.customer`)}) as busy
    from due order by due.id`);
  return rows.map(({ id, since, ended, issued, busy }) => ({
    id,
    since,
    verdict: verdictOn(
      target.kind,
      { since, busy, ticketEnded: ended, invoiceIssued: issued },
      months,
      today,
    ),
  }));
}

const localDay = (at: SQL): SQL => sql`(${at} at time zone ${sql.raw(`'${DEFAULT_TIME_ZONE}'`)})::date::text`;

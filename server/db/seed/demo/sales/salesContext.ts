import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { CalendarDate } from '../../../../../contract/rules/calendarDate.ts';
import { copyRows } from '../../copyRows.ts';
import type { Chance } from '../chance.ts';
import type { Company } from '../makeCompany.ts';

/** What each part of the demonstration's sales is made from. `chance` is the part's own: no part disturbs another. */
export interface SalesContext {
  company: Company;
  today: CalendarDate;
  chance: Chance;
  client: pg.PoolClient;
  /** Writes many rows at once. Ids that are given here are followed by those that the database gives. */
  write: <T extends PgTable>(table: T, rows: Iterable<T['$inferInsert']>) => Promise<void>;
}

export const writer =
  (client: pg.PoolClient): SalesContext['write'] =>
  async (table, rows) => {
    await copyRows(client, table, rows);
    if ('id' in table) await followIds(client, getTableName(table));
  };

const followIds = (client: pg.PoolClient, name: string) =>
  client.query(
    `select setval(pg_get_serial_sequence('${name}', 'id'), (select coalesce(max(id), 0) + 1 from "${name}"), false)
     where pg_get_serial_sequence('${name}', 'id') is not null`,
  );

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The company's clock is behind that of the database. */
const BEHIND = 3 * HOUR;
const OPENS = 8;
const OPEN_HOURS = 10;

/** Where any moment of a day falls when the day is told in office hours: people do not sell at three in the morning. */
export function inOfficeHours(moment: Date): Date {
  const local = moment.getTime() - BEHIND;
  const day = Math.floor(local / DAY) * DAY;
  const shifted = day + OPENS * HOUR + ((local - day) / DAY) * OPEN_HOURS * HOUR + BEHIND;
  // What has not come yet stays when it was.
  return shifted > Date.now() ? moment : new Date(shifted);
}

/** A moment of today that is over, `part` of the way: in office hours, or in the night where they have not begun. */
export function earlierToday(today: CalendarDate, part: number): Date {
  const midnight = Date.parse(`${today}T00:00:00Z`) + BEHIND;
  const now = Math.floor(Date.now() / (10 * MINUTE)) * 10 * MINUTE;
  const opening = midnight + OPENS * HOUR;
  const [start, end] =
    now > opening + HOUR
      ? [opening, Math.min(now, opening + OPEN_HOURS * HOUR)]
      : [midnight, midnight + HOUR];
  return new Date(start + Math.floor(((end - start) * part) / MINUTE) * MINUTE);
}

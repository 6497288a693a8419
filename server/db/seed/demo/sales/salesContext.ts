import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { copyRows } from '../../copyRows.ts';
import type { Chance } from '../chance.ts';
import type { Company } from '../makeCompany.ts';

/** The inputs of each part of the sales seed. Each part has its own `chance`, so that parts do not affect each other. */
export interface SalesContext {
  company: Company;
  today: CalendarDate;
  chance: Chance;
  client: pg.PoolClient;
  /** Writes many rows at once. Ids assigned by the database continue after the ones given here. */
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
/** The company's time zone is behind the database's. */
const UTC_OFFSET = 3 * HOUR;
const OPENS = 8;
const OPEN_HOURS = 10;

/** Maps any moment of a day into office hours, because people do not sell at three in the morning. */
export function inOfficeHours(moment: Date): Date {
  const local = moment.getTime() - UTC_OFFSET;
  const day = Math.floor(local / DAY) * DAY;
  const shifted = day + OPENS * HOUR + ((local - day) / DAY) * OPEN_HOURS * HOUR + UTC_OFFSET;
  // A result that would still be in the future leaves the moment unchanged.
  return shifted > Date.now() ? moment : new Date(shifted);
}

/** A past moment of today, `part` of the way through office hours, or through the night if they have not begun. */
export function earlierToday(today: CalendarDate, part: number): Date {
  const midnight = Date.parse(`${today}T00:00:00Z`) + UTC_OFFSET;
  const now = Math.floor(Date.now() / (10 * MINUTE)) * 10 * MINUTE;
  const opening = midnight + OPENS * HOUR;
  const [start, end] =
    now > opening + HOUR
      ? [opening, Math.min(now, opening + OPEN_HOURS * HOUR)]
      : [midnight, Math.min(now, midnight + HOUR)];
  return new Date(start + Math.floor(((end - start) * part) / MINUTE) * MINUTE);
}

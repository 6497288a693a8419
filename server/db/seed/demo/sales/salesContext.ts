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

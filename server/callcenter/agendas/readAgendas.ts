import { and, asc, desc, type SQL, sql } from 'drizzle-orm';
import { isCalendarDate } from '../../../contract/rules/calendarDate.ts';
import type { Executor } from '../../db/client.ts';
import { agendas } from '../../db/tables/index.ts';
import type { PageCursor } from '../../pageCursor.ts';

export interface OrderedAgendas {
  condition: SQL | undefined;
  direction: 'ASC' | 'DESC';
}

interface Found {
  rows: { key: string; id: number }[];
  before: boolean;
  after: boolean;
}

export type Start = Pick<PageCursor, 'key' | 'id' | 'backwards'> | { offset: number };

/** Whether a key of a cursor can be compared: anything else would be an error in the database. */
export const isAgendaKey = (key: string): boolean =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(key) && isCalendarDate(key.slice(0, 10));

/** The ids of one page by their time, read from the index alone; what a row shows is joined afterwards. */
export async function readAgendas(
  db: Executor,
  { condition, direction }: OrderedAgendas,
  start: Start,
  take: number,
): Promise<Found> {
  const from = 'key' in start ? start : null;
  const offset = 'offset' in start ? start.offset : 0;
  const ascending = (direction === 'ASC') !== (from?.backwards ?? false);
  const way = ascending ? asc : desc;
  const beyond =
    from &&
    sql`(${agendas.scheduledAt}, ${agendas.id}) ${ascending ? sql`>` : sql`<`} (${from.key}::timestamptz, ${from.id}::int)`;
  const rows = await db
    .select({
      id: agendas.id,
      key: sql<string>`(${agendas.scheduledAt} at time zone 'UTC')::text || '+00'`,
    })
    .from(agendas)
    .where(and(condition, beyond ?? undefined))
    .orderBy(way(agendas.scheduledAt), way(agendas.id))
    .limit(take + 1)
    .offset(offset);
  const more = rows.length > take;
  const page = rows.slice(0, take);
  if (from?.backwards) return { rows: page.reverse(), before: more, after: true };
  return { rows: page, before: from !== null || offset > 0, after: more };
}

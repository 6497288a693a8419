import { and, asc, desc, type SQL, sql } from 'drizzle-orm';
import type { OrderSort } from '../../../../contract/callcenter/orderRow.ts';
import { isCalendarDate } from '../../../../contract/rules/calendarDate.ts';
import type { Executor } from '../../../db/client.ts';
import { orders } from '../../../db/tables/index.ts';
import type { PageCursor } from '../../../pageCursor.ts';

export interface OrderedOrders {
  condition: SQL | undefined;
  sort: OrderSort;
  direction: 'ASC' | 'DESC';
}

export interface FoundOrders {
  rows: { key: string; id: number }[];
  before: boolean;
  after: boolean;
}

/** What is compared, how a text becomes that again, and how it is written as a text. */
const KEYS: Record<
  Exclude<OrderSort, 'id'>,
  { key: SQL; read: (text: string) => SQL; text: SQL<string>; isKey: (text: string) => boolean }
> = {
  dtHorInc: {
    key: sql`${orders.createdAt}`,
    read: (text) => sql`${text}::timestamptz`,
    text: sql<string>`(${orders.createdAt} at time zone 'UTC')::text || '+00'`,
    isKey: (text) =>
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(text) && isCalendarDate(text.slice(0, 10)),
  },
  dtVal: {
    key: sql`${orders.validUntil}`,
    read: (text) => sql`${text}::date`,
    text: sql<string>`coalesce(${orders.validUntil}::text, '')`,
    isKey: (text) => isCalendarDate(text),
  },
  vlTot: {
    key: sql`${orders.total}`,
    read: (text) => sql`${text}::numeric`,
    text: sql<string>`${orders.total}::text`,
    isKey: (text) => /^-?\d{1,15}(\.\d{1,4})?$/.test(text),
  },
};

/** Whether a key of a cursor can be compared: anything else would be an error in the database. */
export const isOrderKey = (sort: OrderSort) => (text: string) =>
  sort === 'id' ? text === '' : KEYS[sort].isKey(text);

/** Some have no validity: of that order a page is reached by its number alone. */
export const hasNeighbours = (sort: OrderSort): boolean => sort !== 'dtVal';

type Start = Pick<PageCursor, 'key' | 'id' | 'backwards'> | { offset: number };

/** The ids of one page, read from the index of the sort alone; what a row shows is joined afterwards. */
export async function readOrders(
  db: Executor,
  { condition, sort, direction }: OrderedOrders,
  start: Start,
  take: number,
): Promise<FoundOrders> {
  const from = 'key' in start ? start : null;
  const offset = 'offset' in start ? start.offset : 0;
  const ascending = (direction === 'ASC') !== (from?.backwards ?? false);
  const way = ascending ? asc : desc;
  const column = sort === 'id' ? null : KEYS[sort];
  const rows = await db
    .select({ id: orders.id, key: (column?.text ?? sql<string>`''`).as('key') })
    .from(orders)
    .where(and(condition, from ? beyond(sort, from, ascending) : undefined))
    .orderBy(...(column ? [way(column.key)] : []), way(orders.id))
    .limit(take + 1)
    .offset(offset);
  const more = rows.length > take;
  const page = rows.slice(0, take);
  if (from?.backwards) return { rows: page.reverse(), before: more, after: true };
  return { rows: page, before: from !== null || offset > 0, after: more };
}

function beyond(sort: OrderSort, { key, id }: { key: string; id: number }, ascending: boolean): SQL {
  const than = ascending ? sql`>` : sql`<`;
  if (sort === 'id') return sql`${orders.id} ${than} ${id}::int`;
  const column = KEYS[sort];
  return sql`(${column.key}, ${orders.id}) ${than} (${column.read(key)}, ${id}::int)`;
}

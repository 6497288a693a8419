import { eq, type SQL, sql } from 'drizzle-orm';
import type { TicketSort } from '../../../../contract/sac/tickets.ts';
import type { Executor } from '../../../db/client.ts';
import { preparedShapes } from '../../../db/shapes.ts';
import { customers, tickets } from '../../../db/tables/index.ts';
import type { PageCursor } from '../../../pageCursor.ts';
import { type ListedRow, listedColumns, listedRows } from '../ticketRows.ts';
import { keyText, type OrderedTickets, placesOf, type Slice, walkedPlaces } from './places.ts';

/** A row's place in the order. */
export interface Place {
  /** Sort key as text; empty where the id is the key. */
  key: string;
  id: number;
}

export interface Found<R = Place> {
  rows: R[];
  /** Whether there are rows before and after these. */
  before: boolean;
  after: boolean;
}

type Start = Pick<PageCursor, 'key' | 'id' | 'backwards'> | { offset: number };

/** The ids of one page, read from the index of the sort alone. */
export const readPage = (db: Executor, list: OrderedTickets, start: Start, take: number): Promise<Found> =>
  pageFrom(list, start, take, async (slice) =>
    db.select(placeColumns(list.sort)).from(numbered(await placesOf(db, list, slice))),
  );

/**
 * The same with what a row of the list shows. Where no value says anything about the rows it is one statement, which each
 * connection plans once; elsewhere the page is planned for its values, and its rows, which are always found alike, are not.
 */
export async function readRows(
  db: Executor,
  list: OrderedTickets,
  start: Start,
  take: number,
): Promise<Found<Place & ListedRow>> {
  if (list.plain && list.sort !== 'tipo' && !('offset' in start && start.offset > 0))
    return pageFrom(list, start, take, (slice) =>
      plainRows(db, shapeOf(list.sort, slice), { key: slice.from?.key, id: slice.from?.id }),
    );
  const found = await readPage(db, list, start, take);
  const rows = await listedRows(
    db,
    found.rows.map(({ id }) => id),
  );
  return {
    ...found,
    rows: found.rows.flatMap((place) => {
      const row = rows.get(place.id);
      return row ? [{ ...place, ...row }] : [];
    }),
  };
}

async function pageFrom<R extends Place & { place: number }>(
  { direction }: OrderedTickets,
  start: Start,
  take: number,
  read: (slice: Slice) => Promise<R[]>,
): Promise<Found<R>> {
  const from = 'key' in start ? start : null;
  const backwards = from?.backwards ?? false;
  const offset = 'offset' in start ? start.offset : 0;
  const found = await read({ ascending: (direction === 'ASC') !== backwards, from, offset, limit: take + 1 });
  const inOrder = found.sort((one, other) => one.place - other.place);
  const more = inOrder.length > take;
  const rows = inOrder.slice(0, take);
  if (backwards) return { rows: rows.reverse(), before: more, after: true };
  return { rows, before: from !== null || offset > 0, after: more };
}

/** What is joined to the places loses their order: each has its number. */
const numbered = (places: SQL) =>
  sql`(select found.id, found.key, row_number() over () as place from (${places}) as found) as page`;

/** A key becomes text here, for the rows of the page alone: a jump passes by thousands. */
const placeColumns = (sort: TicketSort) => ({
  id: sql<number>`page.id`.as('page_id'),
  key: keyText(sql`page.key`, sort).as('page_key'),
  place: sql`page.place`.mapWith(Number).as('page_place'),
});

/** The list of who sees all tickets, with no filter, in one of its orders: from its beginning, or from a row on. */
const plainRows = preparedShapes(
  'ticket_page',
  (db, { sort, ascending, goesOn, limit }: ReturnType<typeof shapeOf>) => {
    const from = goesOn ? { key: sql.placeholder('key'), id: sql.placeholder('id') } : null;
    const list = { condition: sql`not ${tickets.archived}`, sort };
    const places = walkedPlaces(db, list, { ascending, from, offset: 0, limit });
    return db
      .select({ ...listedColumns(), ...placeColumns(sort) })
      .from(tickets)
      .innerJoin(numbered(places), eq(tickets.id, sql`page.id`))
      .innerJoin(customers, eq(customers.id, tickets.customerId));
  },
);

const shapeOf = (sort: TicketSort, { ascending, from, limit }: Slice) => ({
  sort,
  ascending,
  goesOn: from !== null,
  limit,
});

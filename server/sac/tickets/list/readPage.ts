import { eq, sql } from 'drizzle-orm';
import type { TicketSort } from '../../../../contract/sac/tickets.ts';
import type { Executor } from '../../../db/client.ts';
import { preparedShapes } from '../../../db/shapes.ts';
import { customers, tickets } from '../../../db/tables/index.ts';
import {
  type Found,
  numbered,
  type Place,
  pageFrom,
  placeColumns,
  type Slice,
  type Start,
} from '../../../keyPage.ts';
import { type ListedRow, listedColumns, listedRows } from '../ticketRows.ts';
import { keyText, type OrderedTickets, placesOf, walkedPlaces } from './places.ts';

/** The ids of one page, read from the index of the sort alone. */
export const readPage = (db: Executor, list: OrderedTickets, start: Start, take: number): Promise<Found> =>
  pageFrom(list.direction, start, take, async (slice) =>
    db.select(placeColumns(keyText(list.sort))).from(numbered(await placesOf(db, list, slice))),
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
    return pageFrom(list.direction, start, take, (slice) =>
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

/** The list of who sees all tickets, with no filter, in one of its orders: from its beginning, or from a row on. */
const plainRows = preparedShapes(
  'ticket_page',
  (db, { sort, ascending, goesOn, limit }: ReturnType<typeof shapeOf>) => {
    const from = goesOn ? { key: sql.placeholder('key'), id: sql.placeholder('id') } : null;
    const list = { condition: sql`not ${tickets.archived}`, sort };
    const places = walkedPlaces(db, list, { ascending, from, offset: 0, limit });
    return db
      .select({ ...listedColumns(), ...placeColumns(keyText(sort)) })
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

import { and, asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from './db/client.ts';
import type { PageCursor } from './pageCursor.ts';

/** A row's place in the order of a list. */
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

/** From a row on, or after so many. */
export type Start = Pick<PageCursor, 'key' | 'id' | 'backwards'> | { offset: number };

export interface Slice {
  ascending: boolean;
  /** Rows beyond this one only; the key as text. */
  from: { key: unknown; id: unknown } | null;
  offset: number;
  limit: number;
}

/** What an order compares, how a text becomes that again, and how it is written as a text. In the words of an index. */
export interface SortKey {
  key: SQL;
  read: (text: unknown) => SQL;
  text: (key: SQL) => SQL<string>;
}

interface KeyedList {
  table: PgTable;
  id: AnyPgColumn;
  condition: SQL | undefined;
  /** `null` is the order of the ids. */
  by: SortKey | null;
  direction: 'ASC' | 'DESC';
  /** Comes first, whatever the order. */
  first?: SQL | undefined;
}

/** The ids of one page, read from the index of the sort alone; what a row shows is joined afterwards. */
export const readKeyPage = (db: Executor, list: KeyedList, start: Start, take: number): Promise<Found> =>
  pageFrom(list.direction, start, take, (slice) =>
    db
      .select(placeColumns(list.by?.text ?? noText))
      .from(numbered(limited(placesOf(db, list, slice), slice))),
  );

function placesOf(db: Executor, { table, id, condition, by, first }: KeyedList, { ascending, from }: Slice) {
  const way = ascending ? asc : desc;
  return db
    .select({ id, key: (by?.key ?? sql`null`).as('key') })
    .from(table)
    .where(and(condition, from ? beyond(by, id, ascending, from) : undefined))
    .orderBy(...(first ? [desc(first)] : []), ...(by ? [way(by.key)] : []), way(id));
}

function beyond(
  by: SortKey | null,
  id: AnyPgColumn,
  ascending: boolean,
  from: NonNullable<Slice['from']>,
): SQL {
  const than = ascending ? sql`>` : sql`<`;
  return by
    ? sql`(${by.key}, ${id}) ${than} (${by.read(from.key)}, ${from.id}::int)`
    : sql`${id} ${than} ${from.id}::int`;
}

/** One row more than the page has is read, which tells whether there is another page; backwards in the other direction. */
export async function pageFrom<R extends Place & { place: number }>(
  direction: 'ASC' | 'DESC',
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

/** The limit is written out: planned for an unknown one, a page would be thought to be a tenth of the table. */
export const limited = (query: SQLWrapper, { limit, offset }: Slice) =>
  offset === 0
    ? sql`${query} limit ${sql.raw(String(limit))}`
    : sql`${query} limit ${sql.raw(String(limit))} offset ${offset}`;

/** What is joined to the places loses their order: each has its number. */
export const numbered = (places: SQL) =>
  sql`(select found.id, found.key, row_number() over () as place from (${places}) as found) as page`;

/** A key becomes text here, for the rows of the page alone: a jump passes by thousands. */
export const placeColumns = (text: SortKey['text']) => ({
  id: sql<number>`page.id`.as('page_id'),
  key: text(sql`page.key`).as('page_key'),
  place: sql`page.place`.mapWith(Number).as('page_place'),
});

export const noText = () => sql<string>`''`;
/** Whatever the zone of the server. */
export const instantText = (key: SQL) => sql<string>`(${key} at time zone 'UTC')::text || '+00'`;

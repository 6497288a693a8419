import { and, asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from './db/client.ts';
import type { PageCursor } from './pageCursor.ts';

/** A row's position in the order of a list. */
export interface Place {
  /** The sort key as text; empty if the list is sorted by id. */
  key: string;
  id: number;
}

export interface Found<R = Place> {
  rows: R[];
  /** Whether there are rows before these; `after`: whether there are rows after them. */
  before: boolean;
  after: boolean;
}

/** Starts from a row, or after a number of rows. */
export type Start = Pick<PageCursor, 'key' | 'id' | 'backwards'> | { offset: number };

export interface Slice {
  ascending: boolean;
  /** Only rows beyond this one; the key as text. */
  from: { key: unknown; id: unknown } | null;
  offset: number;
  limit: number;
}

/**
 * The expression that a sort compares, how text is read back into it, and how it is written as text. Must match the
 * expression of an index.
 */
export interface SortKey {
  key: SQL;
  read: (text: unknown) => SQL;
  text: (key: SQL) => SQL<string>;
}

interface KeyedList {
  table: PgTable;
  id: AnyPgColumn;
  condition: SQL | undefined;
  /** `null` sorts by id. */
  by: SortKey | null;
  direction: 'ASC' | 'DESC';
  /** Sorted first, whatever the order. */
  first?: SQL | undefined;
}

/** The ids of one page, read from the sort's index alone; the columns to show are joined afterwards. */
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
    .where(and(condition, from ? afterKey(by, id, ascending, from) : undefined))
    .orderBy(...(first ? [desc(first)] : []), ...(by ? [way(by.key)] : []), way(id));
}

function afterKey(
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

/**
 * Reads one row more than the page holds, to find out whether there is another page; going backwards, it reads in the
 * opposite direction.
 */
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

/** The limit is inlined: with a parameter, the planner would assume a tenth of the table. */
export const limited = (query: SQLWrapper, { limit, offset }: Slice) =>
  offset === 0
    ? sql`${query} limit ${sql.raw(String(limit))}`
    : sql`${query} limit ${sql.raw(String(limit))} offset ${offset}`;

/** Numbers the places, because joining to them loses their order. */
export const numbered = (places: SQL) =>
  sql`(select found.id, found.key, row_number() over () as place from (${places}) as found) as page`;

/** Keys are converted to text here, only for the rows of the page, since a jump skips thousands of rows. */
export const placeColumns = (text: SortKey['text']) => ({
  id: sql<number>`page.id`.as('page_id'),
  key: text(sql`page.key`).as('page_key'),
  place: sql`page.place`.mapWith(Number).as('page_place'),
});

export const noText = () => sql<string>`''`;
/** Independent of the server's time zone. */
export const instantText = (key: SQL) => sql<string>`(${key} at time zone 'UTC')::text || '+00'`;

import { createHash } from 'node:crypto';
import { and, asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '../db/client.ts';
import { invalid } from '../errors.ts';

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

/** The boundary between two rows at which a neighbouring page begins. */
export interface PageCursor {
  /** The sort key of the row at the edge, as text; empty when sorting by `id`. */
  key: string;
  /** The id of the row at the edge, which breaks ties of the key. */
  id: number;
  /** Whether the page comes before that row instead of after it. */
  backwards: boolean;
  /** The number of the page that the cursor leads to. */
  page: number;
  /** The total that was counted on the page where paging began, so that following pages need not count again. */
  total: number;
  /** Whether there are more rows than `total`. */
  more?: boolean;
}

/** Opaque to the client. Valid only for the same person, filters, sort and page size. */
const writeCursor = ({ key, id, backwards, page, total, more, hash }: PageCursor & { hash: string }) =>
  Buffer.from(JSON.stringify([hash, key, id, backwards ? 1 : 0, page, total, ...(more ? [1] : [])])).toString(
    'base64url',
  );

/** Rejects (422) a cursor that is damaged, forged, or from another list. */
export function readPageCursor(text: string, isKey: (key: string) => boolean, hash: string): PageCursor {
  const parts = parsed(text);
  if (!parts) throw unusable('A chave da página não foi reconhecida. Volte à primeira página.');
  if (parts.hash !== hash)
    throw unusable('A chave da página é de outra pesquisa ou ordem. Volte à primeira página.');
  if (!isKey(parts.key)) throw unusable('A chave da página não foi reconhecida. Volte à primeira página.');
  return parts;
}

/** A hash of the list's query, used to detect a cursor from another query. Empty values count as absent. */
export function listQueryHash(personId: number, query: Record<string, unknown>): string {
  const { page: _, cursor: __, ...lasting } = query;
  const given = Object.entries(lasting)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => [name, Array.isArray(value) ? [...value].sort() : value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([personId, given]))
    .digest('base64url')
    .slice(0, 12);
}

interface Edge {
  key: string;
  id: number;
}

/** The cursors of the neighbouring pages, if there are any. */
export function neighbours(
  { rows, before, after }: { rows: readonly Edge[]; before: boolean; after: boolean },
  common: Pick<PageCursor, 'page' | 'total' | 'more'> & { hash: string },
) {
  const first = rows[0];
  const last = rows.at(-1);
  return {
    ...(after &&
      last && {
        proximo: writeCursor({ ...common, ...last, backwards: false, page: common.page + 1 }),
      }),
    ...(before &&
      first && {
        anterior: writeCursor({ ...common, ...first, backwards: true, page: Math.max(1, common.page - 1) }),
      }),
  };
}

const unusable = (text: string) => invalid({ cursor: text });

function parsed(text: string): (PageCursor & { hash: string }) | null {
  const [hash, key, id, backwards, page, total, more] = jsonArray(Buffer.from(text, 'base64url').toString());
  if (typeof hash !== 'string' || typeof key !== 'string') return null;
  if (!isCount(id) || !isCount(page) || !isCount(total) || page === 0) return null;
  // The next id must be a number of the same type.
  if (id === MAX_INTEGER) return null;
  return { hash, key, id, page, total, backwards: backwards === 1, more: more === 1 };
}

const MAX_INTEGER = 2 ** 31 - 1;
const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_INTEGER;

function jsonArray(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

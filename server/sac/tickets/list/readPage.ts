import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { TicketSort } from '../../../../contract/sac/tickets.ts';
import type { Executor } from '../../../db/client.ts';
import { dueOrNever, ticketMovements, tickets } from '../../../db/tables/index.ts';
import type { PageCursor } from '../../../pageCursor.ts';
import { typesByName } from './typesByName.ts';

export interface OrderedTickets {
  condition: SQL;
  sort: TicketSort;
  direction: 'ASC' | 'DESC';
  /** Types that the condition is limited to, where it is. */
  typeKeys?: readonly string[];
  /** The condition is limited to a range of days. */
  byDays?: boolean;
  /** The condition asks what only the row of a ticket says: its words, its extra fields. */
  byRow?: boolean;
  /** The condition is limited to what is archived, and not to what is not. */
  archived?: boolean;
}

/** A row's place in the order. */
export interface Place {
  /** Sort key as text; empty where the id is the key. */
  key: string;
  id: number;
}

export interface Found {
  rows: Place[];
  /** Whether there are rows before and after these. */
  before: boolean;
  after: boolean;
}

type Start = Pick<PageCursor, 'key' | 'id' | 'backwards'> | { offset: number };

/** The ids of one page, read from the index of the sort alone; what a row shows is joined afterwards. */
export async function readPage(
  db: Executor,
  list: OrderedTickets,
  start: Start,
  take: number,
): Promise<Found> {
  const cursor = 'key' in start ? start : null;
  const backwards = cursor?.backwards ?? false;
  const ascending = (list.direction === 'ASC') !== backwards;
  const slice = { ascending, from: cursor, offset: 'offset' in start ? start.offset : 0, limit: take + 1 };
  const read = list.sort === 'tipo' ? await readByType(db, list, slice) : await readByKey(db, list, slice);
  const more = read.length > take;
  const rows = read.slice(0, take);
  if (backwards) return { rows: rows.reverse(), before: more, after: true };
  return { rows, before: cursor !== null || slice.offset > 0, after: more };
}

/** At most `limit` rows, for counting. */
export const limitedIds = (db: Executor, condition: SQL, limit: number) =>
  db.select({ id: tickets.id }).from(tickets).where(condition).limit(limit);

interface Slice {
  ascending: boolean;
  /** Rows beyond this one only. */
  from: Place | null;
  offset: number;
  limit: number;
}

/** Without a due date counts as later than any. Instants travel in UTC with their microseconds. */
const KEYS: Record<Exclude<TicketSort, 'id' | 'tipo'>, { key: SQL; type: SQL }> = {
  dtCriacao: { key: sql`${tickets.createdAt}`, type: sql`timestamptz` },
  dtAtualizacao: { key: sql`${tickets.updatedAt}`, type: sql`timestamptz` },
  prazo: { key: dueOrNever(tickets.dueAt), type: sql`timestamptz` },
  status: { key: sql`${tickets.status}`, type: sql`text` },
};

async function readByKey(db: Executor, list: OrderedTickets, slice: Slice): Promise<Place[]> {
  const { condition, sort, byDays, byRow } = list;
  const gathers = sort === 'dtAtualizacao' || (byDays && sort !== 'dtCriacao');
  if (gathers && (await estimated(db, condition)) <= MOST_GATHERED[byDays ? 'days' : 'any'])
    return gathered(db, list, slice);
  if (sort !== 'dtAtualizacao') return page(db, tickets, list, slice);
  return page(db, byRow ? moved : movements, list, slice);
}

/** When tickets moved last, under the name of `tickets`: a condition over those reads it. */
const movements = alias(ticketMovements, 'tickets');
/** The same beside the row of each, which is looked up as the movements are walked. */
const moved = alias(ticketMovements, 'moved');

/** Walks the index of the order, from its beginning or from a key on. */
async function page(
  db: Executor,
  source: typeof tickets | typeof movements | typeof moved,
  { condition, sort, archived = false }: OrderedTickets,
  slice: Slice,
): Promise<Place[]> {
  const { where, order, key } = keyed(source, sort, slice);
  const selected = db
    .select({ id: source.id, key: key.as('key') })
    .from(source)
    .$dynamic();
  const rows =
    source === moved
      ? selected
          .innerJoin(tickets, eq(tickets.id, moved.id))
          .where(and(condition, where, eq(moved.archived, archived)))
      : selected.where(and(condition, where));
  return rows
    .orderBy(...order)
    .limit(slice.limit)
    .offset(slice.offset);
}

/** The columns of an order: what is beyond the row that the slice goes on from, the order itself, and its key as text. */
function keyed(
  source: { id: AnyPgColumn; updatedAt: AnyPgColumn },
  sort: TicketSort,
  { ascending, from }: Slice,
) {
  const way = ascending ? asc : desc;
  const beyond = ascending ? sql`>` : sql`<`;
  const column = sort === 'id' || sort === 'tipo' ? null : KEYS[sort];
  const key = sort === 'dtAtualizacao' ? sql`${source.updatedAt}` : column?.key;
  const here = key ? sql`(${key}, ${source.id})` : sql`${source.id}`;
  const there = from && (column ? sql`(${from.key}::${column.type}, ${from.id}::int)` : sql`${from.id}::int`);
  return {
    where: there ? sql`${here} ${beyond} ${there}` : undefined,
    order: [...(key ? [way(key)] : []), way(source.id)],
    key: key ? asText(key, sort) : sql<string>`''`,
  };
}

/**
 * More than these are not gathered: passing by a million index entries takes as long as sorting those of some days, which
 * lie together, or as looking up a few that lie anywhere.
 */
const MOST_GATHERED = { days: 100_000, any: 2_000 };

/** What an order compares, and nothing else: an index may have it all. */
const SORTED_BY: Record<TicketSort, string[]> = {
  id: ['id'],
  dtCriacao: ['id', 'created_at'],
  dtAtualizacao: ['id', 'updated_at'],
  prazo: ['id', 'due_at'],
  status: ['id', 'status'],
  tipo: ['id'],
};

/**
 * The tickets of a few days lie together in any order that follows time, it may be at its far end, which the planner
 * does not know; few tickets are far apart in the order of their movements. They are gathered first, from an index that
 * finds them, and then put in order.
 */
async function gathered(db: Executor, { condition, sort }: OrderedTickets, slice: Slice): Promise<Place[]> {
  const { where, order, key } = keyed(tickets, sort, slice);
  const ordered = db
    .select({ id: tickets.id, key: key.as('key') })
    .from(tickets)
    .where(where)
    .orderBy(...order)
    .limit(slice.limit)
    .offset(slice.offset);
  const { rows } = await db.execute<{ id: number; key: string }>(sql`
    with ${tickets} as materialized (
      select ${sql.join(
        SORTED_BY[sort].map((name) => sql.identifier(name)),
        sql`, `,
      )} from ${tickets} where ${condition}
    ) ${ordered}`);
  return rows;
}

/** How many tickets the planner expects; no row is read. */
async function estimated(db: Executor, condition: SQL): Promise<number> {
  const query = db.select({ id: tickets.id }).from(tickets).where(condition);
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) ${query}`,
  );
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/** Whatever the zone of the server. */
const asText = (key: SQL, sort: TicketSort) =>
  sort === 'status'
    ? sql<string>`${key}`
    : sql<string>`case when ${key} = 'infinity' then 'infinity' else (${key} at time zone 'UTC')::text || '+00' end`;

/**
 * By the name of the type, which is no column of the ticket: the few types are walked in the order of their
 * names, each by its own stretch of the index. PostgreSQL stops as soon as the page is full.
 */
async function readByType(
  db: Executor,
  { condition, typeKeys }: OrderedTickets,
  { ascending, from, offset, limit }: Slice,
): Promise<Place[]> {
  const way = ascending ? asc : desc;
  const types = await typesInOrder(db, ascending, typeKeys, from ? Number(from.key) : undefined);
  if (types.length === 0) return [];
  const beyond = from && (ascending ? sql`>` : sql`<`);
  const every = ascending ? sql`0` : sql`2147483647`;
  const ofType = db
    .select({ id: tickets.id })
    .from(tickets)
    .where(
      and(
        condition,
        sql`${tickets.typeId} = wanted.type_id`,
        beyond
          ? sql`${tickets.id} ${beyond} case wanted.place when 1 then ${from.id}::int else ${every} end`
          : undefined,
      ),
    )
    .orderBy(way(tickets.id))
    .limit(offset + limit);
  const { rows } = await db.execute<{ id: number; key: string }>(sql`
    select found.id, wanted.type_id::text as key
    from unnest(${sql.param(types)}::int[]) with ordinality as wanted (type_id, place)
    cross join lateral ${ofType} as found
    order by wanted.place, found.id ${ascending ? sql`asc` : sql`desc`}
    limit ${limit} offset ${offset}`);
  return rows;
}

/** Their ids in this direction, from the one where the page begins. */
async function typesInOrder(
  db: Executor,
  ascending: boolean,
  typeKeys: readonly string[] = [],
  first?: number,
): Promise<number[]> {
  const named = await typesByName(db, {});
  const types = named.flatMap(({ id, key }) => (typeKeys.length === 0 || typeKeys.includes(key) ? [id] : []));
  if (!ascending) types.reverse();
  if (first === undefined) return types;
  const at = types.indexOf(first);
  return at < 0 ? [] : types.slice(at);
}

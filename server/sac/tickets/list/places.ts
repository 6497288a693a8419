import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { TicketSort } from '../../../../contract/sac/tickets.ts';
import type { Executor } from '../../../db/client.ts';
import { dueOrNever, ticketMovements, tickets } from '../../../db/tables/index.ts';
import { instantText, limited, noText, type Slice } from '../../../keyPage.ts';
import { COUNT_CAP, countOf, estimateOf } from '../../../paging.ts';
import { typesByName } from './listCondition.ts';

export interface OrderedTickets {
  condition: SQL;
  sort: TicketSort;
  direction: 'ASC' | 'DESC';
  /** Whether the condition is the plain one of a user who sees everything that is not archived, without any values. */
  plain?: boolean;
  /** The types that the condition is limited to, if any. */
  typeKeys?: readonly string[];
  /** Whether the condition is limited to a range of days. */
  byDays?: boolean;
  /** Whether the condition needs the ticket's own row, for its text or extra fields. */
  byRow?: boolean;
  /** Whether the condition is limited to reasons or carriers, of which a type may have none. */
  byReasons?: boolean;
  /** Whether the condition is limited to archived tickets instead of those not archived. */
  archived?: boolean;
  /** The number of tickets, up to COUNT_CAP or beyond, if it is counted anyway. */
  total?: number | Promise<number>;
}

/** `select id, key` for a part of the ordered list, to be embedded in another statement. */
export async function placesOf(db: Executor, list: OrderedTickets, slice: Slice): Promise<SQL> {
  const { sort, byDays, byRow } = list;
  if (sort === 'tipo') return placesByType(db, list, slice);
  const gathers = sort === 'dtAtualizacao' || (byDays && sort !== 'dtCriacao');
  if (gathers && (await areFew(db, list))) return gatheredAndSorted(db, list, slice);
  return indexWalk(db, list, slice, sort !== 'dtAtualizacao' ? tickets : byRow ? moved : movements);
}

/** Walks the index, for a list that is too long to be gathered and is not sorted by type. */
export const walkedPlaces = (db: Executor, list: Pick<OrderedTickets, 'condition' | 'sort'>, slice: Slice) =>
  indexWalk(db, list, slice, list.sort === 'dtAtualizacao' ? movements : tickets);

/** At most `limit` rows, for counting. */
export const limitedIds = (db: Executor, condition: SQL, limit: number) =>
  db.select({ id: tickets.id }).from(tickets).where(condition).limit(limit);

/** A missing due date sorts after all others. Instants are passed in UTC with microseconds. */
const KEYS: Record<Exclude<TicketSort, 'id' | 'tipo'>, { key: SQL; type: SQL }> = {
  dtCriacao: { key: sql`${tickets.createdAt}`, type: sql`timestamptz` },
  dtAtualizacao: { key: sql`${tickets.updatedAt}`, type: sql`timestamptz` },
  prazo: { key: dueOrNever(tickets.dueAt), type: sql`timestamptz` },
  status: { key: sql`${tickets.status}`, type: sql`text` },
};

/** The text form of a key, as sent to the client and received back. */
export const keyText = (sort: TicketSort) => (key: SQL) => {
  if (sort === 'id') return noText();
  if (sort === 'status' || sort === 'tipo') return sql<string>`${key}::text`;
  return sql<string>`case when ${key} = 'infinity' then 'infinity' else ${instantText(key)} end`;
};

/** The times of the last change, aliased as `tickets` so that a condition on tickets reads them. */
const movements = alias(ticketMovements, 'tickets');
/** The same joined with the row of each ticket, which is looked up while the movements are walked. */
const moved = alias(ticketMovements, 'moved');

/** Walks the sort's index, from its beginning or from a key on. */
function indexWalk(
  db: Executor,
  { condition, sort, archived = false }: Pick<OrderedTickets, 'condition' | 'sort' | 'archived'>,
  slice: Slice,
  source: typeof tickets | typeof movements | typeof moved,
): SQL {
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
  return limited(rows.orderBy(...order), slice);
}

/**
 * The parts of a sort: the condition for rows beyond the one that the slice continues from, the order itself, and its key.
 */
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
    key: key ?? sql`null`,
  };
}

/**
 * The maximum numbers of tickets to gather: walking past a million index entries takes about as long as sorting this many of
 * a range of days, which are stored together, or looking up this many scattered ones.
 */
const MAX_GATHERED = { days: 100_000, any: 2_000 };

/** Uses the count that the list makes anyway; beyond the counted range, the planner's estimate. */
async function areFew(db: Executor, { condition, byDays, total }: OrderedTickets): Promise<boolean> {
  const most = MAX_GATHERED[byDays ? 'days' : 'any'];
  const counted = await (total ??
    (byDays ? COUNT_CAP : countOf(db, limitedIds(db, condition, most + 1), most + 1)));
  if (counted < COUNT_CAP || !byDays) return counted <= most;
  return (await estimateOf(db, db.select({ id: tickets.id }).from(tickets).where(condition))) <= most;
}

/** The columns that each order compares, and no others, so that an index may contain all of them. */
const SORTED_BY: Record<TicketSort, string[]> = {
  id: ['id'],
  dtCriacao: ['id', 'created_at'],
  dtAtualizacao: ['id', 'updated_at'],
  prazo: ['id', 'due_at'],
  status: ['id', 'status'],
  tipo: ['id'],
};

/**
 * The tickets of a few days lie together in any order that follows time, possibly at its far end, which the planner does not
 * know. Few tickets may also lie far apart in the order of their movements. So they are gathered first, through an index that
 * finds them, and then sorted.
 */
function gatheredAndSorted(db: Executor, { condition, sort }: OrderedTickets, slice: Slice): SQL {
  const { where, order, key } = keyed(tickets, sort, slice);
  const ordered = db
    .select({ id: tickets.id, key: key.as('key') })
    .from(tickets)
    .where(where)
    .orderBy(...order);
  const columns = SORTED_BY[sort].map((name) => sql.identifier(name));
  return sql`with ${tickets} as materialized (
      select ${sql.join(columns, sql`, `)} from ${tickets} where ${condition}
    ) ${limited(ordered, slice)}`;
}

/**
 * Sorts by the type's name, which is not a column of the ticket: the few types are walked in name order, each through its own
 * range of the index. PostgreSQL stops as soon as the page is full.
 */
async function placesByType(db: Executor, list: OrderedTickets, slice: Slice): Promise<SQL> {
  const { condition } = list;
  const { ascending, from, offset, limit } = slice;
  const way = ascending ? asc : desc;
  const inOrderOfNames = await typesInOrder(
    db,
    ascending,
    list.typeKeys,
    from ? Number(from.key) : undefined,
  );
  const found = await typesFound(db, list);
  const types = found ? inOrderOfNames.filter((id) => found.has(id)) : inOrderOfNames;
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
  const inOrder = sql`select found.id, wanted.type_id as key
    from unnest(${sql.param(types)}::int[]) with ordinality as wanted (type_id, place)
    cross join lateral ${ofType} as found
    order by wanted.place, found.id ${ascending ? sql`asc` : sql`desc`}`;
  return limited(inOrder, slice);
}

/**
 * The types that actually have tickets in the list, needed when one may have none, because its index range would then be
 * walked to the end. The indexes for reasons and carriers include the type; for a list short enough to be counted, the
 * tickets are found as they were for the count.
 */
async function typesFound(
  db: Executor,
  { condition, plain, byReasons, total }: OrderedTickets,
): Promise<Set<number> | null> {
  if (plain) return null;
  const counted = await (total ?? countOf(db, limitedIds(db, condition, COUNT_CAP), COUNT_CAP));
  if (counted >= COUNT_CAP && !byReasons) return null;
  const rows = await db.selectDistinct({ id: tickets.typeId }).from(tickets).where(condition);
  return new Set(rows.map(({ id }) => id));
}

/** The type ids in this direction, starting with the one where the page begins. */
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

import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { TicketSort } from '#contract/sac/tickets.ts';
import type { Executor } from '#server/db/client.ts';
import { dueOrNever, ticketMovements, tickets } from '#server/db/tables/index.ts';
import { instantText, limited, noText, type Slice } from '#server/paging/keyPage.ts';
import { COUNT_CAP, countOf, estimateOf } from '#server/paging/paging.ts';
import {
  boundedGroupWalk,
  firstWalk,
  type Grouped,
  groupedAndSorted,
  groupsOf,
  groupWalk,
  isGrouped,
  type Sizes,
  walkedGroups,
} from './groupedPlaces.ts';

export interface OrderedTickets {
  condition: SQL;
  sort: TicketSort;
  direction: 'ASC' | 'DESC';
  /** Whether the condition is the plain one of a user who sees everything that is not archived, without any values. */
  plain?: boolean;
  /** The types and the statuses that the condition is limited to, if any. */
  typeKeys?: readonly string[] | undefined;
  statuses?: readonly string[] | undefined;
  /** Whether the condition is limited to a range of days. */
  byDays?: boolean;
  /** Whether the condition is limited to open tickets by when they are due. */
  byDue?: boolean;
  /** Whether the condition needs the ticket's own row, for its text or extra fields. */
  byRow?: boolean;
  /** Whether the condition is limited to reasons or carriers, which the indexes for the orders do not include. */
  byReasons?: boolean;
  /** Whether the condition is limited to archived tickets or to those not archived; absent if to neither. */
  archived?: boolean;
  /** The number of tickets, up to COUNT_CAP or beyond, if it is counted anyway. */
  total?: number | Promise<number>;
}

/**
 * `select id, key` for a part of the ordered list, to be embedded in another statement: one or more, of which the next is
 * tried if one was cut off.
 */
export async function* placesOf(db: Executor, list: OrderedTickets, slice: Slice): AsyncGenerator<SQL> {
  const { condition, sort, plain, archived, byReasons } = list;
  if (!isGrouped(sort) || (plain && sort === 'status')) return yield await orderedPlaces(db, list, slice);
  const groups = await groupsOf(db, sort, list, slice);
  const grouped = { condition, sort, slice, groups };
  // Reasons and carriers are read from the tickets themselves. They belong to types, not to statuses.
  const scattered = byReasons && sort === 'tipo';
  if (archived !== undefined && !scattered && (plain || !(await areGathered(db, list))))
    yield* walksOf(db, list, { ...grouped, archived });
  if (!plain) yield groupedAndSorted(grouped);
}

async function* walksOf(db: Executor, list: OrderedTickets, grouped: Grouped): AsyncGenerator<SQL> {
  const { plain, byReasons, byRow = false } = list;
  const { slice, groups } = grouped;
  if (plain)
    return yield groupWalk(
      grouped,
      groups.map(() => true),
    );
  const first = firstWalk(slice);
  const isDeep = slice.offset > MOST_SKIPPED;
  if (!isDeep) yield boundedGroupWalk(grouped, first);
  if (byReasons) return;
  const walked = walkedGroups(await sizesOf(db, grouped), byRow, isDeep ? slice.offset : 0);
  if (walked) yield groupWalk(grouped, walked, isDeep ? 0 : first);
}

/** A page that skips more passes too many entries for a bounded walk, which returns each of them. */
const MOST_SKIPPED = 1_000;

/** The estimates of a list that the count has found to reach COUNT_CAP. */
async function sizesOf(db: Executor, { condition, archived, sort, groups }: Grouped): Promise<Sizes> {
  const column = sort === 'tipo' ? tickets.typeId : tickets.status;
  const archivedCondition = archived ? sql`${tickets.archived}` : sql`not ${tickets.archived}`;
  const wanted = [
    condition,
    archivedCondition,
    ...groups.map((group) => sql`${archivedCondition} and ${column} = ${group}`),
  ];
  const [listed = 0, all = 0, ...sizes] = await Promise.all(wanted.map((each) => expected(db, each)));
  return { listed: Math.max(listed, COUNT_CAP), all, groups: sizes };
}

const expected = (db: Executor, condition: SQL) =>
  estimateOf(db, db.select({ id: tickets.id }).from(tickets).where(condition));

/** Whether there are so few tickets that finding all of them costs no more than their count did. */
async function areGathered(db: Executor, list: OrderedTickets): Promise<boolean> {
  const total = await (list.total ?? countOf(db, limitedIds(db, list.condition, COUNT_CAP)));
  return total < COUNT_CAP || (Boolean(list.byDays) && areFew(db, { ...list, total }, MAX_GATHERED.days));
}

async function orderedPlaces(db: Executor, list: OrderedTickets, slice: Slice): Promise<SQL> {
  const { sort, byDays, byRow } = list;
  const gathers = isOfMovements(sort) || (byDays && sort !== 'dtCriacao');
  if (gathers && (await areFew(db, list, mostGathered(list, slice))))
    return gatheredAndSorted(db, list, slice);
  return indexWalk(db, list, slice, !isOfMovements(sort) ? tickets : byRow ? moved : movements);
}

/** Walks the index, for a list that is too long to be gathered and is not sorted by type. */
export const walkedPlaces = (db: Executor, list: Pick<OrderedTickets, 'condition' | 'sort'>, slice: Slice) =>
  indexWalk(db, list, slice, isOfMovements(list.sort) ? movements : tickets);

/** At most `limit` rows, for counting. */
export const limitedIds = (db: Executor, condition: SQL, limit: number) =>
  db.select({ id: tickets.id }).from(tickets).where(condition).limit(limit);

/** The orders that have their indexes beside the tickets (docs/adr/0021-movements-apart.md). */
const isOfMovements = (sort: TicketSort): sort is 'dtAtualizacao' | 'dtMovimentacao' =>
  sort === 'dtAtualizacao' || sort === 'dtMovimentacao';

/** A missing due date sorts after all others. Instants are passed in UTC with microseconds. */
const KEYS: Record<Exclude<TicketSort, 'id' | 'tipo'>, { key: SQL; type: SQL }> = {
  dtCriacao: { key: sql`${tickets.createdAt}`, type: sql`timestamptz` },
  dtAtualizacao: { key: sql`${tickets.updatedAt}`, type: sql`timestamptz` },
  dtMovimentacao: {
    key: sql`greatest(${tickets.updatedAt}, ${tickets.internalAt})`,
    type: sql`timestamptz`,
  },
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
  source: { id: AnyPgColumn; updatedAt: AnyPgColumn; movedAt?: AnyPgColumn },
  sort: TicketSort,
  { ascending, from }: Slice,
) {
  const way = ascending ? asc : desc;
  const beyond = ascending ? sql`>` : sql`<`;
  const column = sort === 'id' || sort === 'tipo' ? null : KEYS[sort];
  // The tickets themselves have the parts of their last movement, of which the movements have the later.
  const movement = sort === 'dtMovimentacao' ? source.movedAt : source.updatedAt;
  const key = isOfMovements(sort) && movement ? sql`${movement}` : column?.key;
  const here = key ? sql`(${key}, ${source.id})` : sql`${source.id}`;
  const there = from && (column ? sql`(${from.key}::${column.type}, ${from.id}::int)` : sql`${from.id}::int`);
  return {
    where: there ? sql`${here} ${beyond} ${there}` : undefined,
    order: [...(key ? [way(key)] : []), way(source.id)],
    key: key ?? sql`null`,
  };
}

/**
 * The maximum numbers of tickets to gather. Walking past a million index entries takes about as long as sorting this many of
 * a range of days, which are stored together (by id, they are read from an index alone), or looking up this many scattered
 * ones. Open tickets are scattered too, but an order that begins with the oldest changes passes nearly all finished ones
 * before the first of them.
 */
const MAX_GATHERED = { daysById: 500_000, days: 100_000, open: 100_000, any: 2_000 };

function mostGathered({ sort, byDays, byDue }: OrderedTickets, { ascending, from }: Slice): number {
  if (byDays) return sort === 'id' ? MAX_GATHERED.daysById : MAX_GATHERED.days;
  return byDue && ascending && !from ? MAX_GATHERED.open : MAX_GATHERED.any;
}

/** Uses the count that the list makes anyway; beyond the counted range, the planner's estimate. */
async function areFew(db: Executor, { condition, total }: OrderedTickets, most: number): Promise<boolean> {
  const limit = Math.min(COUNT_CAP, most + 1);
  const counted = await (total ?? countOf(db, limitedIds(db, condition, limit), limit));
  if (counted < COUNT_CAP || most < COUNT_CAP) return counted <= most;
  return (await expected(db, condition)) <= most;
}

/** The columns that each order compares, and no others, so that an index may contain all of them. */
const SORTED_BY: Record<TicketSort, string[]> = {
  id: ['id'],
  dtCriacao: ['id', 'created_at'],
  dtAtualizacao: ['id', 'updated_at'],
  dtMovimentacao: ['id', 'updated_at', 'internal_at'],
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

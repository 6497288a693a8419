import { type SQL, sql } from 'drizzle-orm';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import type { Executor } from '#server/db/client.ts';
import { tickets } from '#server/db/tables/index.ts';
import { limited, type Slice } from '#server/paging/keyPage.ts';
import { typesByName } from './listCondition.ts';
import type { OrderedTickets } from './places.ts';

/**
 * The orders by type and by status consist of a few groups, each sorted by id in its own range of an index. A filter may
 * match none of a group's tickets, or only those at the end of its range, and no statistics say so.
 */
type GroupedSort = 'tipo' | 'status';

export const isGrouped = (sort: OrderedTickets['sort']): sort is GroupedSort =>
  sort === 'tipo' || sort === 'status';

const COLUMNS = {
  tipo: { name: sql.identifier(tickets.typeId.name), valueType: sql`int`, array: sql`int[]` },
  status: { name: sql.identifier(tickets.status.name), valueType: sql`text`, array: sql`text[]` },
} as const;

/** The groups in the order of this direction, starting with the one where the slice begins. */
export async function groupsOf(
  db: Executor,
  sort: GroupedSort,
  { typeKeys = [], statuses = [] }: Pick<OrderedTickets, 'typeKeys' | 'statuses'>,
  { ascending, from }: Slice,
): Promise<(number | string)[]> {
  const groups: (number | string)[] =
    sort === 'tipo'
      ? (await typesByName(db, {})).flatMap(({ id, key }) =>
          typeKeys.length === 0 || typeKeys.includes(key) ? [id] : [],
        )
      : STATUSES.filter((status) => statuses.length === 0 || statuses.includes(status));
  if (!ascending) groups.reverse();
  if (!from) return groups;
  const at = groups.findIndex((group) => String(group) === String(from.key));
  return at < 0 ? [] : groups.slice(at);
}

const STATUSES: string[] = ticketStatus.map(({ value }) => value).sort();

export interface Grouped {
  condition: SQL;
  sort: GroupedSort;
  groups: readonly (number | string)[];
  slice: Slice;
  /** Which half of each index the list is limited to. */
  archived: boolean;
}

/**
 * Each group in turn until the page is full. The filter is checked within the group's index, which passes an entry at a fraction
 * of what it costs to return one. A group that is not to be `walked` to its end is tried for `most` entries, then its tickets
 * are gathered through the filter's own index and sorted.
 */
export function groupWalk(
  { condition, sort, groups, slice, archived }: Grouped,
  walked: readonly boolean[],
  most = 0,
): SQL {
  const { name, array } = COLUMNS[sort];
  const direction = directionOf(slice);
  const needed = neededOf(slice);
  const own = sql`${condition} and tickets.${name} = wanted.value ${beyond(slice)}`;
  const inOrder = (only: SQL) =>
    sql`select ${tickets.id} from ${tickets} where ${only} ${own} order by ${tickets.id} ${direction} limit ${needed}`;
  const tried = sql`select tickets.id
    from (${rangeOf({ sort, slice, archived })} limit ${sql.raw(String(most))}) as tickets
    where not wanted.walked and ${condition} limit ${needed}`;
  // Without `offset 0`, the planner could walk the group here as well.
  const gathered = sql`select tickets.id from (
      select ${tickets.id} from ${tickets}
      where not wanted.walked and (select count(*) < ${needed} from tried) and ${own} offset 0
    ) as tickets order by tickets.id ${direction} limit ${needed}`;
  const found = walked.every(Boolean)
    ? inOrder(sql``)
    : sql`with tried as materialized (${tried}) (${inOrder(sql`wanted.walked and`)})
      union all (select id from tried where (select count(*) = ${needed} from tried)) union all (${gathered})`;
  const inGroups = sql`select found.id, wanted.value as key
    from unnest(${sql.param(groups)}::${array}, ${sql.param(walked)}::boolean[]) with ordinality
      as wanted (value, walked, place)
    cross join lateral (${found}) as found
    order by wanted.place, found.id ${direction}`;
  return limited(inGroups, slice);
}

/** What it costs to gather and sort one ticket, in entries that are walked within the index. */
const GATHERED = 5;

export interface Sizes {
  /** How many tickets the list has, and all groups together. */
  listed: number;
  all: number;
  groups: readonly number[];
}

/**
 * Which groups to walk to their end; `null` if gathering the whole list at once costs less. At worst a group is passed at the
 * cost of its own tickets, or of the list's, whichever are fewer.
 */
export function walkedGroups(
  { listed, all, groups }: Sizes,
  /** Whether each entry must be looked up in its row, which costs as much as gathering it. */
  byRow: boolean,
  /** How many tickets a page skips, if nothing has been walked for it yet. */
  offset: number,
): boolean[] | null {
  const every = groups.map(() => true);
  // The planner walks a group in order if it expects to fill the page there; otherwise it would search the rows for each group.
  if (byRow) return (offset > 0 ? listed > offset * groups.length : listed > all / 2) ? every : null;
  // A page far from the beginning must pass these in any case.
  if (offset > 0 && (offset * all) / listed < listed * GATHERED) return every;
  const most = 2 * listed;
  const cost = groups.reduce((sum, size) => sum + Math.min(size, most), 0);
  return cost < listed * GATHERED ? groups.map((size) => size <= most) : null;
}

/**
 * How many entries of a group are walked first: this many, and some for each row that a page skips. Most pages are full by
 * then.
 */
export const firstWalk = ({ offset }: Slice) => 5_000 + 10 * offset;

/**
 * Walks so many entries of each group, whatever its size and wherever in it the list's tickets are. If a group goes on after
 * them before the page is full, the walk ends there, and a row without an id is all that is found.
 */
export function boundedGroupWalk({ condition, sort, groups, slice, archived }: Grouped, most: number): SQL {
  const { valueType, array } = COLUMNS[sort];
  const needed = neededOf(slice);
  const bound = sql.raw(String(most));
  const range = rangeOf({ sort, slice, archived });
  const page = sql`select id, key from walked where not exists (select from walked where not fits)
    order by place, id ${directionOf(slice)}`;
  const cutOff = sql`select null::int, null::${valueType} where exists (select from walked where not fits)`;
  // As many rows as a page needs tell that a group goes on, so that no other is walked after it.
  return sql`with walked as materialized (
      select found.id, wanted.value as key, wanted.place, found.fits
      from unnest(${sql.param(groups)}::${array}) with ordinality as wanted (value, place)
      cross join lateral (
        select id, turn <= ${bound} as fits
        from (
          select tickets.id, (${condition}) as fits, row_number() over () as turn
          from (${range} limit ${sql.raw(String(most + 1))}) as tickets
        ) as checked, generate_series(1, case when turn > ${bound} then ${needed} else 1 end)
        where fits or turn > ${bound}
        limit ${needed}
      ) as found
      limit ${needed}
    ) (${limited(page, slice)}) union all ${cutOff}`;
}

/**
 * A group's tickets in order, whatever the list's filter. From a row on, whole keys are compared, which only the group's own
 * index has: for a range of ids, the planner may prefer an index of ids, which passes the tickets of all other groups.
 */
function rangeOf({ sort, slice, archived }: Pick<Grouped, 'sort' | 'slice' | 'archived'>): SQL {
  const name = sql`tickets.${COLUMNS[sort].name}`;
  const direction = directionOf(slice);
  const { first, last } = idsOf(slice);
  const within = slice.from
    ? sql`(${name}, tickets.id) >= (wanted.value, ${first}) and (${name}, tickets.id) <= (wanted.value, ${last})`
    : sql`${name} = wanted.value`;
  return sql`select * from ${tickets} where tickets.archived = ${sql.raw(String(archived))} and ${within}
    order by ${name} ${direction}, tickets.id ${direction}`;
}

/** Finds all tickets of the list through whatever index finds them, and sorts them. */
export function groupedAndSorted({ condition, sort, groups, slice }: Omit<Grouped, 'archived'>): SQL {
  const { name, array } = COLUMNS[sort];
  const direction = directionOf(slice);
  const all = sql`${sql.param(groups)}::${array}`;
  // The statuses are in the order of their names; comparing these costs half as much as looking up their places.
  const inGroups =
    sort === 'status' ? sql`tickets.${name} ${direction}` : sql`array_position(${all}, tickets.${name})`;
  const goesOn = sql`where tickets.${name} = any(${all})
    and (tickets.${name} <> (${all})[1] or tickets.id ${than(slice)} ${slice.from?.id}::int)`;
  // Without `offset 0`, the planner could walk an index in the order of the result instead.
  const inOrder = sql`select tickets.id, tickets.${name} as key
    from (select ${tickets.id}, tickets.${name} from ${tickets} where ${condition} offset 0) as tickets
    ${slice.from ? goesOn : sql``}
    order by ${inGroups}, tickets.id ${direction}`;
  return limited(inOrder, slice);
}

const neededOf = ({ offset, limit }: Slice) => sql.raw(String(offset + limit));
const directionOf = ({ ascending }: Slice) => (ascending ? sql`asc` : sql`desc`);
const than = ({ ascending }: Slice) => (ascending ? sql`>` : sql`<`);

/** Only the first group begins at the row that the slice continues from. */
function beyond(slice: Slice): SQL {
  if (!slice.from) return sql``;
  const { first, last } = idsOf(slice);
  return sql`and tickets.id between ${first} and ${last}`;
}

const MAX_ID = sql`2147483647`;

/** The ids of each group between which the slice lies. */
function idsOf({ ascending, from }: Slice): { first: SQL; last: SQL } {
  if (!from) return { first: sql`0`, last: MAX_ID };
  const begin = (next: SQL, every: SQL) =>
    sql`case wanted.place when 1 then ${from.id}::int ${next} else ${every} end`;
  return ascending
    ? { first: begin(sql`+ 1`, sql`0`), last: MAX_ID }
    : { first: sql`0`, last: begin(sql`- 1`, MAX_ID) };
}

import { type SQL, sql } from 'drizzle-orm';
import { ticketStatus } from '../../../../contract/catalogs/ticketStatus.ts';
import type { Executor } from '../../../db/client.ts';
import { tickets } from '../../../db/tables/index.ts';
import { limited, type Slice } from '../../../paging/keyPage.ts';
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

interface Grouped {
  condition: SQL;
  sort: GroupedSort;
  groups: readonly (number | string)[];
  slice: Slice;
}

/** Walks the groups one after the other until the page is full. For a list that has tickets of every group. */
export function groupWalk({ condition, sort, groups, slice }: Grouped): SQL {
  const { name, array } = COLUMNS[sort];
  const direction = directionOf(slice);
  const inOrder = sql`select found.id, wanted.value as key
    from unnest(${sql.param(groups)}::${array}) with ordinality as wanted (value, place)
    cross join lateral (
      select ${tickets.id} from ${tickets}
      where ${condition} and tickets.${name} = wanted.value ${beyond(slice)}
      order by ${tickets.id} ${direction} limit ${slice.offset + slice.limit}
    ) as found
    order by wanted.place, found.id ${direction}`;
  return limited(inOrder, slice);
}

/** How many entries of a group are walked at first: this many, and some for each row that a page skips. */
export const firstWalk = ({ offset }: Slice) => 5_000 + 10 * offset;

/**
 * Walking this many entries of every group costs less than finding the tickets of the list and sorting them: even all entries,
 * if the list has more than half of all tickets.
 */
export const longestWalk = (listed: number, all: number) =>
  Math.floor(listed > all / 2 ? Math.max(listed, all) : listed / 8);

/**
 * The same, but with a bound on each group: if one of them ends there before the page is full, a row without an id is all that
 * is found. Every group then costs no more than that, whatever its size.
 */
export function boundedGroupWalk(
  { condition, sort, groups, slice, archived }: Grouped & { archived: boolean },
  most: number,
): SQL {
  const { name, valueType, array } = COLUMNS[sort];
  const direction = directionOf(slice);
  const needed = sql.raw(String(slice.offset + slice.limit));
  const key = sql`(tickets.archived, tickets.${name}, tickets.id)`;
  const at = (id: SQL) => sql`(${sql.raw(String(archived))}, wanted.value, ${id})`;
  const { first, last } = idsOf(slice);
  // Whole keys are compared and sorted by, because only the group's own index has them: with the group as a condition, the
  // planner may expect to find enough of it in another index that is sorted by id.
  const range = sql`select * from ${tickets} where ${key} >= ${at(first)} and ${key} <= ${at(last)}
    order by tickets.archived ${direction}, tickets.${name} ${direction}, tickets.id ${direction} limit ${sql.raw(String(most + 1))}`;
  const page = sql`select id, key from walked where not exists (select from walked where not fits)
    order by place, id ${direction}`;
  const cutOff = sql`select null::int, null::${valueType} where exists (select from walked where not fits)`;
  return sql`with walked as materialized (
      select found.id, wanted.value as key, wanted.place, found.fits
      from unnest(${sql.param(groups)}::${array}) with ordinality as wanted (value, place)
      cross join lateral (
        select id, fits and turn <= ${sql.raw(String(most))} as fits
        from (
          select tickets.id, (${condition}) as fits, row_number() over () as turn
          from (${range}) as tickets
        ) as checked
        where fits or turn > ${sql.raw(String(most))}
        limit ${needed}
      ) as found
      order by wanted.place, found.id ${direction} limit ${needed}
    ) (${limited(page, slice)}) union all ${cutOff}`;
}

/** Finds all tickets of the list through whatever index finds them, and sorts them. */
export function groupedAndSorted({ condition, sort, groups, slice }: Grouped): SQL {
  const { name, array } = COLUMNS[sort];
  const all = sql`${sql.param(groups)}::${array}`;
  // Without `offset 0`, the planner could walk an index in the order of the result instead.
  const inOrder = sql`select id, ${name} as key
    from (select ${tickets.id}, tickets.${name} from ${tickets} where ${condition} offset 0) as tickets
    where ${name} = any(${all})
      ${slice.from ? sql`and (${name} <> (${all})[1] or id ${than(slice)} ${slice.from.id}::int)` : sql``}
    order by array_position(${all}, ${name}), id ${directionOf(slice)}`;
  return limited(inOrder, slice);
}

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

import { and, type SQL, sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import type { Context } from '../context.ts';
import { COUNT_CAP, type Counted, countOf, countSeen, estimateOf } from '../paging.ts';
import { seesAllOf } from './access.ts';
import type { MappedType } from './mapping.ts';

type Reader = Pick<Context, 'db' | 'user'>;

/** What a user sees of a list, and how many records these are. */
export interface Seen extends Counted {
  where: SQL | undefined;
}

/** If a user sees fewer than one record in so many, the indexes of their scope find all of them faster. */
const RARE = 100;

/**
 * Counts what a user sees of a custom type among as many records as are counted for users who see all: none of the indexes for
 * its filters and orders knows who may see a record. `known` is the count of the page that a cursor continues from.
 */
export async function seenRecords(
  { db, user }: Reader,
  mapped: MappedType,
  filters: SQL | undefined,
  known: Counted | null,
): Promise<Seen> {
  const { table, scope, within, scopeOfFew } = mapped.mapping;
  const seen = scope?.(user);
  const where = and(seen, filters);
  const counted = async (found: SQL | undefined): Promise<Seen> => ({
    total: await countOf(
      db,
      sql`(select ${table.id} from ${table} where ${found ?? sql`true`} limit ${COUNT_CAP})`,
    ),
    where: found,
  });
  if (!within || !seen || seesAllOf(user, mapped)) return known ? { ...known, where } : counted(where);
  const { name } = getTableConfig(table);
  const passed = sql`(select * from ${table} where ${and(within, filters)} limit ${COUNT_CAP}) as ${sql.identifier(name)}`;
  const some = known ?? (await countSeen(db, passed, seen));
  if (some.total * RARE >= COUNT_CAP) return { ...some, where };
  const few = await scopeOfFew?.(db, user);
  const found = few ? and(few, filters) : where;
  return known || !some.more ? { ...some, where: found } : counted(found);
}

/** Walking an order until a page is full may cost as much as reading so many times the records that are found. */
const WALKED = 8;

/**
 * Whether all records that were found are read and then sorted. Where they lie in an order, the planner does not know: they
 * may be at its far end. `conditions` is the number of conditions on the list; a single one has an index in the list's own
 * order.
 */
export async function areGathered(
  { db, user }: Reader,
  mapped: MappedType,
  { total, more }: Counted,
  { conditions, inOwnOrder }: { conditions: number; inOwnOrder: boolean },
): Promise<boolean> {
  const { table, within } = mapped.mapping;
  const limits = conditions + (seesAllOf(user, mapped) ? 0 : 1);
  if (more || total >= COUNT_CAP || limits === 0 || (limits === 1 && inOwnOrder)) return false;
  const all = await estimateOf(db, sql`select ${table.id} from ${table} where ${within ?? sql`true`}`);
  return total * WALKED < all;
}

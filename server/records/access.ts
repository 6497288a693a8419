import { and, type SQL, sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { allows, type Permission } from '#contract/permissions.ts';
import { reachOf } from '#contract/records/recordScope.ts';
import type { AnyRecordType, RecordPermissions } from '#contract/records/recordType.ts';
import type { Context, User } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { amongIds } from '../db/conditions.ts';
import { forbidden } from '../errors.ts';
import { COUNT_CAP, type Counted, countOf, countSeen, estimateOf } from '../paging/paging.ts';
import { isConsumer } from '../session/scope.ts';
import type { MappedType } from './mapping.ts';

/**
 * Whether a person or key may do something with records of a type. A custom type that does not name representatives is closed
 * to them, whatever their role grants; end consumers only ever read, and only what names them.
 */
export const mayRecords = (user: User, type: AnyRecordType, verb: keyof RecordPermissions): boolean =>
  isOpenTo(user, type, verb) &&
  allows(user.grants, type.permissoes[verb]) &&
  (user.recordVerbs === undefined ||
    (Object.hasOwn(user.recordVerbs, type.chave) && (user.recordVerbs[type.chave]?.includes(verb) ?? false)));

function isOpenTo(user: User, { escopo }: AnyRecordType, verb: keyof RecordPermissions): boolean {
  if (isConsumer(user))
    return verb === 'ler' && escopo !== undefined && reachOf(user.type, escopo) !== 'NENHUM';
  return escopo === undefined || reachOf(user.type, escopo) !== 'NENHUM';
}

/** The routes check this too; here it protects every other caller. */
export function requireRecords(user: User, type: AnyRecordType, verb: keyof RecordPermissions): void {
  const permission: Permission = type.permissoes[verb];
  if (!mayRecords(user, type, verb)) throw forbidden(permission);
}

/** The given ids that the person may see. */
export async function visibleIds(
  db: Executor,
  user: User,
  { mapping }: MappedType,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const scope = mapping.scope?.(user);
  if (!scope || ids.length === 0) return new Set(ids);
  const rows = await db
    .select({ id: mapping.table.id })
    .from(mapping.table)
    .where(and(amongIds(mapping.table.id, ids), scope));
  return new Set(rows.map(({ id }) => Number(id)));
}

/** Whether the person sees all records of the type. */
export const seesAllOf = (user: User, { mapping }: MappedType): boolean =>
  mapping.seesAll ? mapping.seesAll(user) : mapping.scope?.(user) === undefined;

type Reader = Pick<Context, 'db' | 'user'>;

/** What a user sees of a list, and how many records these are. */
interface Seen extends Counted {
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

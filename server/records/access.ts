import { and } from 'drizzle-orm';
import { allows, type Permission } from '../../contract/permissions.ts';
import type { AnyRecordType, RecordPermissions } from '../../contract/records/recordType.ts';
import type { User } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { amongIds } from '../db/conditions.ts';
import { forbidden } from '../errors.ts';
import { isConsumer } from '../session/scope.ts';
import type { MappedType } from './mapping.ts';

/** Whether a person or key may do something with records of a type. End consumers never may, whatever their role grants. */
export const mayRecords = (user: User, type: AnyRecordType, verb: keyof RecordPermissions): boolean =>
  !isConsumer(user) &&
  allows(user.grants, type.permissoes[verb]) &&
  (user.recordVerbs === undefined ||
    (Object.hasOwn(user.recordVerbs, type.chave) && (user.recordVerbs[type.chave]?.includes(verb) ?? false)));

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

import { allows, type Permission } from '../../contract/permissions.ts';
import { seesAllOf } from '../../contract/rules/access.ts';
import type { Context, User } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { forbidden, Refusal } from '../errors.ts';
import { everyPermissionOf, verbsOf } from '../session/serviceKey.ts';

/** A webhook may be told of every branch, so only who sees every branch keeps them. */
export function requireEveryBranch({ user }: Pick<Context, 'user'>): void {
  if (!seesAllOf(user, { type: 'ADMIN', branchIds: [] }))
    throw new Refusal(403, 'SEM_PERMISSAO', 'Só quem vê todas as filiais cuida dos webhooks.');
}

/** What somebody lacks to read all of these types. */
export async function lackingFor(
  db: Executor,
  { grants }: User,
  types: readonly string[],
): Promise<Permission | undefined> {
  const needed = await everyPermissionOf(db, verbsOf(types.map((tipo) => ({ tipo, verbos: ['LER'] }))));
  return needed.find((permission) => !allows(grants, permission));
}

/** Nobody has an address told, or sees what it was told, where they may not read it themselves. */
export async function requireReading(
  db: Executor,
  { user }: Pick<Context, 'user'>,
  types: readonly string[],
): Promise<void> {
  const lacking = await lackingFor(db, user, types);
  if (lacking) throw forbidden(lacking);
}

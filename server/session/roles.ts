import { eq } from 'drizzle-orm';
import { personType } from '../../contract/catalogs/personType.ts';
import { DEFAULT_GRANTS, grantsOf, type PersonType } from '../../contract/permissions.ts';
import type { Executor } from '../db/client.ts';
import { roles } from '../db/tables/index.ts';

/** One role for each type of person, its key the type; what an administrator changed stays. */
export const ensureRoles = (tx: Executor) =>
  tx
    .insert(roles)
    .values(
      personType.map(({ value, label }) => ({
        key: value,
        name: label,
        grants: grantsOf(DEFAULT_GRANTS[value]),
      })),
    )
    .onConflictDoNothing();

/** The role that a new person of this type gets. */
export async function roleFor(tx: Executor, type: PersonType): Promise<number> {
  await ensureRoles(tx);
  const [role] = await tx.select({ id: roles.id }).from(roles).where(eq(roles.key, type));
  if (!role) throw new Error(`no role ${type}`);
  return role.id;
}

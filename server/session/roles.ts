import { eq, inArray } from 'drizzle-orm';
import { personType } from '#contract/catalogs/personType.ts';
import {
  DEFAULT_GRANTS,
  grantsOf,
  type ModuleGrant,
  ownPermissionParts,
  type PersonType,
} from '#contract/permissions.ts';
import type { Executor } from '../db/client.ts';
import { roles } from '../db/tables/index.ts';

/**
 * Ensures one role for each type of person, with the type as its key. What an administrator granted or revoked is kept;
 * modules and actions that a newer version of the console introduced are added with their defaults.
 */
export async function ensureRoles(tx: Executor): Promise<void> {
  await insertMissing(tx);
  const stored = await tx
    .select()
    .from(roles)
    .where(
      inArray(
        roles.key,
        personType.map(({ value }) => value),
      ),
    );
  for (const role of stored) {
    const grants = withNewGrants(role.grants, grantsOf(DEFAULT_GRANTS[role.key as PersonType]));
    if (grants) await tx.update(roles).set({ grants }).where(eq(roles.id, role.id));
  }
}

/** The stored grants plus the modules and actions that they lack; `null` if none are missing. */
function withNewGrants(
  stored: readonly ModuleGrant[],
  standard: readonly ModuleGrant[],
): ModuleGrant[] | null {
  let news = false;
  const grants = standard.map((wanted) => {
    const storedRole = stored.find(({ nome }) => nome === wanted.nome);
    const added = storedRole
      ? wanted.moduloAcoes.filter(
          ({ nome }) => !storedRole.moduloAcoes.some((action) => action.nome === nome),
        )
      : [];
    news ||= !storedRole || added.length > 0;
    return storedRole ? { ...storedRole, moduloAcoes: [...storedRole.moduloAcoes, ...added] } : wanted;
  });
  const own = stored.filter(({ nome }) => ownPermissionParts(nome) !== null);
  return news ? [...grants, ...own] : null;
}

const insertMissing = (tx: Executor) =>
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

/** The role for a new person of this type. */
export async function roleFor(tx: Executor, type: PersonType): Promise<number> {
  await ensureRoles(tx);
  const [role] = await tx.select({ id: roles.id }).from(roles).where(eq(roles.key, type));
  if (!role) throw new Error(`no role ${type}`);
  return role.id;
}

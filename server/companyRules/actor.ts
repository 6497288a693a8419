import { eq } from 'drizzle-orm';
import { permissionName } from '#contract/catalogs/permissionNames.ts';
import { personType, worksForCompany } from '#contract/catalogs/personType.ts';
import { type Access, extraGrants, grantsFor, hasAccessOf, standardOf } from '#contract/rules/access.ts';
import type { User } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { branches, roles } from '../db/tables/index.ts';

/** What a rule may do: what its role allows, in the branches of whoever is responsible for it. */
async function accessOf(
  db: Executor,
  roleKey: string,
  responsible: Pick<User, 'type' | 'branchIds'>,
): Promise<(Access & { roleId: number }) | null> {
  const [role] = await db.select().from(roles).where(eq(roles.key, roleKey));
  const type = role ? standardOf(role.key) : null;
  if (!role || !type || !worksForCompany(type)) return null;
  return {
    roleId: role.id,
    type,
    grants: grantsFor(type, role.grants),
    branchIds: scopeOf(type) === 'FILIAIS' ? await branchesOf(db, responsible) : [],
  };
}

const scopeOf = (type: User['type']) => personType.find(({ value }) => value === type)?.scope;

async function branchesOf(db: Executor, { type, branchIds }: Pick<User, 'type' | 'branchIds'>) {
  if (scopeOf(type) !== 'TODAS_FILIAIS') return branchIds;
  return (await db.select({ id: branches.id }).from(branches)).map(({ id }) => id);
}

/** A sentence about why a person may not answer for a rule with this role; `null` if they may. */
export async function responsibilityProblem(
  db: Executor,
  roleKey: string,
  person: User,
): Promise<string | null> {
  const access = await accessOf(db, roleKey, person);
  if (!access)
    return 'O perfil da regra não existe mais, ou não é de quem trabalha na empresa. Escolha outro.';
  if (hasAccessOf(person, access)) return null;
  const [more] = extraGrants(access.grants, person.grants);
  return more
    ? `O perfil da regra pode o que a pessoa responsável não pode: ${permissionName(more, new Map())}.`
    : 'O perfil da regra vê filiais que a pessoa responsável não vê.';
}

/** The role's id, for the person that the rule writes as; the caller has judged that it fits. */
export async function roleOf(db: Executor, roleKey: string, person: User) {
  const access = await accessOf(db, roleKey, person);
  if (!access) throw new Error(`no role ${roleKey}`);
  return access;
}

/** As its writes are signed. */
export const ruleName = (title: string): string => `Regra: ${title}`;

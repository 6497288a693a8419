import { asc, eq, sql } from 'drizzle-orm';
import type { peopleRoutes } from '../../../contract/config/people.ts';
import { PERSON_TYPES } from '../../../contract/permissions.ts';
import type { Output } from '../../../contract/route.ts';
import { beyond } from '../../../contract/rules/access/grants.ts';
import { seesAllOf } from '../../../contract/rules/access/reach.ts';
import type { Context } from '../../context.ts';
import { branches, representatives, roles, sectors } from '../../db/tables/index.ts';
import { branchScope } from '../../session/scope.ts';

/** What the form of a person offers to who writes it. */
export async function personOptions(
  _: unknown,
  { db, user }: Context,
): Promise<Output<typeof peopleRoutes.options>> {
  const [perfis, setores, filiais, representantes] = await Promise.all([
    db
      .select()
      .from(roles)
      .orderBy(asc(sql`${roles.name} collate pt_br`)),
    db
      .select({ id: sectors.id, nome: sectors.name })
      .from(sectors)
      .where(eq(sectors.active, true))
      .orderBy(asc(sql`${sectors.name} collate pt_br`)),
    db
      .select({ id: branches.id, nome: branches.tradeName })
      .from(branches)
      .where(branchScope(user))
      .orderBy(asc(branches.id)),
    db
      .select({ id: representatives.id, nome: representatives.name })
      .from(representatives)
      .where(eq(representatives.active, true))
      .orderBy(asc(sql`${representatives.name} collate pt_br`)),
  ]);
  return {
    perfis: perfis.map(({ id, name, key, grants }) => ({
      id,
      nome: name,
      chave: key,
      permitido: beyond(grants, user.grants).length === 0,
    })),
    tipos: PERSON_TYPES.filter((type) => seesAllOf(user, { type, branchIds: user.branchIds })),
    setores,
    filiais,
    representantes,
  };
}

import { and, eq, sql } from 'drizzle-orm';
import { permissionName } from '#contract/catalogs/permissionNames.ts';
import type { Action } from '#contract/permissions.ts';
import { isModule, moduleOf } from '#contract/rules/access.ts';
import { LOCKS, lockUntilCommit } from '../db/advisoryLock.ts';
import type { Tx } from '../db/client.ts';
import { people, roles } from '../db/tables/index.ts';
import { refused } from '../errors.ts';

/**
 * Serializes writes to roles and role assignments: two administrators who revoke each other's rights at the same moment would
 * leave none.
 */
export const lockAccess = (tx: Tx) => lockUntilCommit(tx, LOCKS.access);

/** Without someone who has each of these, rights could never be granted again. */
const KEEPS: readonly Action[] = ['CONFIGURACAO_PERFIS', 'CONFIGURACAO_PESSOAS'];

/** Called after the write and before its commit, so that a refusal rolls everything back. */
export async function requireAdministrators(tx: Tx): Promise<void> {
  for (const permission of KEEPS) {
    const [somebody] = await tx
      .select({ id: people.id })
      .from(people)
      .innerJoin(roles, eq(roles.id, people.roleId))
      .where(and(eq(people.active, true), grants(permission)))
      .limit(1);
    if (!somebody)
      throw refused(
        'ULTIMO_ADMINISTRADOR',
        `Ninguém mais ficaria com a permissão "${permissionName(permission, new Map())}". Dê a permissão a outra pessoa ativa antes.`,
      );
  }
}

/** The SQL equivalent of `allows`: the module and the action. */
function grants(action: Action) {
  const wanted = JSON.stringify([
    {
      nome: moduleOf(action),
      autorizado: true,
      ...(!isModule(action) && { moduloAcoes: [{ nome: action, autorizado: true }] }),
    },
  ]);
  return sql`${roles.grants} @> ${wanted}::jsonb`;
}

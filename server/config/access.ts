import { and, eq, sql } from 'drizzle-orm';
import type { Action } from '../../contract/permissions.ts';
import { isModule, moduleOf } from '../../contract/rules/access.ts';
import type { Tx } from '../db/client.ts';
import { people, roles } from '../db/tables/index.ts';
import { refused } from '../errors.ts';

/**
 * Whoever writes a role or somebody's role does it alone: two administrators who take the rights from each other at
 * the same moment would leave nobody.
 */
export const lockAccess = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);

/** Any number that nothing else locks. */
const LOCK = 7_225_243;

/** Without one of these nobody could ever give rights again. */
const KEEPS: readonly Action[] = ['CONFIGURACAO_PERFIS', 'CONFIGURACAO_PESSOAS'];

/** Asked after the write and before its commit; what it refuses is taken back as a whole. */
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
        `Ninguém mais ficaria com a permissão ${permission}. Dê a permissão a outra pessoa ativa antes.`,
      );
  }
}

/** In SQL what `allows` is in TypeScript: the module and the action. */
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

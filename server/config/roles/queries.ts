import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Role, RoleSummary } from '../../../contract/config/roles.ts';
import { DEFAULT_GRANTS, grantsOf } from '../../../contract/permissions.ts';
import {
  beyond,
  grantDifference,
  heldBy,
  isStandardRole,
  standardOf,
} from '../../../contract/rules/access.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { people, roles, serviceKeys } from '../../db/tables/index.ts';
import { noKey } from '../people/queries.ts';

/** People listed on a role's page. */
const MOST_NAMED = 50;

/** Not the one that a service key acts as. */
const isPerson = sql`not exists (select from ${serviceKeys} k where k.person_id = p.id)`;

export const selectRoles = (db: Executor) =>
  db
    .select({
      role: roles,
      // Without a join the columns of a query are written without their table: here both tables have an id.
      people: sql<number>`(select count(*)::int from ${people} p where p.role_id = roles.id and ${isPerson})`,
      active: sql<number>`(select count(*)::int from ${people} p where p.role_id = roles.id and p.active and ${isPerson})`,
    })
    .from(roles);

type Row = Awaited<ReturnType<typeof selectRoles>>[number];

export function summaryOf({ role, people: pessoas, active: pessoasAtivas }: Row): RoleSummary {
  const base = standardOf(role.key);
  const difference = base
    ? grantDifference(grantsOf(DEFAULT_GRANTS[base]), role.grants)
    : { incluidas: heldBy(role.grants), retiradas: [] };
  return {
    id: role.id,
    chave: role.key,
    nome: role.name,
    base,
    padrao: isStandardRole(role.key),
    exigeSegundoFator: role.demandsFactor,
    pessoas,
    pessoasAtivas,
    ...difference,
    versao: role.version,
  };
}

export async function roleDetail(db: Executor, user: User, id: number): Promise<Role | null> {
  const [[row], quem] = await Promise.all([
    selectRoles(db).where(eq(roles.id, id)),
    db
      .select({ id: people.id, nome: people.name, ativo: people.active })
      .from(people)
      .where(and(eq(people.roleId, id), noKey()))
      .orderBy(desc(people.active), asc(sql`${people.name} collate pt_br`), people.id)
      .limit(MOST_NAMED),
  ]);
  if (!row) return null;
  // Names that this version of the console does not know any more are not offered, and what is new is not held yet.
  const modulos = grantsOf(heldBy(row.role.grants));
  return { ...summaryOf(row), modulos, quem, impedimento: obstacle(user, row.role.grants) };
}

/** Nobody changes a role that reaches further than they do. */
export function obstacle(user: User, grants: typeof roles.$inferSelect.grants): string | null {
  const more = beyond(grants, user.grants);
  return more.length > 0
    ? `Este perfil tem permissões que você não tem (${more.slice(0, 3).join(', ')}). Só quem as tem pode mudá-lo.`
    : null;
}

import { and, asc, eq, exists, inArray, or, sql } from 'drizzle-orm';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { people, personBranches } from '../../db/tables/index.ts';
import { branchScope } from '../../session/scope.ts';

/** Types that see every branch and therefore sell for each. */
const EVERYWHERE = ['ADMIN', 'GERENTE', 'SUPERVISOR'] as const;
const BY_BRANCH = ['OPERADOR', 'VENDEDOR'] as const;

/** Sellers of the branches that the user may see; a representative finds only themselves. */
export async function sellerOptions(db: Executor, user: User) {
  const there = db
    .select({ one: sql`1` })
    .from(personBranches)
    .where(and(eq(personBranches.personId, people.id), branchScope(user, personBranches.branchId)));
  const who =
    user.type === 'REPRESENTANTE'
      ? eq(people.id, user.id)
      : or(inArray(people.type, [...EVERYWHERE]), and(inArray(people.type, [...BY_BRANCH]), exists(there)));
  return db
    .select({
      id: people.id,
      nome: people.name,
      email: people.email,
      codOp: people.id,
      matErp: people.employeeNumber,
    })
    .from(people)
    .where(and(eq(people.active, true), who))
    .orderBy(sql`${people.name} collate pt_br`, asc(people.id));
}

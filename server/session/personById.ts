import { and, eq, sql } from 'drizzle-orm';
import type { User } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { people, personBranches, roles } from '../db/tables/index.ts';

/** A person's current data, for work that continues without their session; `null` if they may no longer sign in. */
export async function personById(db: Executor, id: number): Promise<User | null> {
  const [row] = await db
    .select({
      id: people.id,
      name: people.name,
      cpf: people.cpf,
      type: people.type,
      customerId: people.customerId,
      representativeId: people.representativeId,
      grants: roles.grants,
      branchIds: sql<number[]>`array(select ${personBranches.branchId} from ${personBranches}
        where ${personBranches.personId} = ${people.id} order by 1)`,
    })
    .from(people)
    .innerJoin(roles, eq(roles.id, people.roleId))
    .where(and(eq(people.id, id), eq(people.active, true)));
  return row ? { ...row, sessionId: '' } : null;
}

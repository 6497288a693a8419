import { and, eq, exists, inArray, or, sql } from 'drizzle-orm';
import { type PersonScope, personType } from '../../contract/catalogs/personType.ts';
import type { User } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { people, personBranches } from '../db/tables/index.ts';
import { branchScope, isConsumer } from './scope.ts';

/**
 * Who works on tickets of the person's branches, and those who see every branch, by name; `most` of them at most.
 * What the company is made of inside is not told to an end consumer.
 */
export async function attendants(
  db: Executor,
  user: User,
  most = 10_000,
): Promise<{ id: number; nome: string }[]> {
  if (isConsumer(user)) return [];
  const shared = db
    .select({ one: sql`1` })
    .from(personBranches)
    .where(and(eq(personBranches.personId, people.id), branchScope(user, personBranches.branchId)));
  const everywhere = inArray(people.type, typesOf('TODAS_FILIAIS'));
  const byBranch = and(inArray(people.type, typesOf('FILIAIS')), exists(shared));
  return db
    .select({ id: people.id, nome: people.name })
    .from(people)
    .where(and(eq(people.active, true), or(everywhere, byBranch)))
    .orderBy(sql`${people.name} collate pt_br`, people.id)
    .limit(most);
}

const typesOf = (scope: PersonScope) =>
  personType.filter((row) => row.scope === scope).map(({ value }) => value);

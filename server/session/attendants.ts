import { and, eq, exists, inArray, or, type SQL, sql } from 'drizzle-orm';
import { type PersonScope, personType, worksForCompany } from '#contract/catalogs/personType.ts';
import type { User } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { people, personBranches } from '../db/tables/index.ts';
import { branchScope, isOutside } from './scope.ts';

interface Narrowed {
  /** Limits the result to this sector. */
  sectorId?: number;
  /** The maximum number of results. */
  most?: number;
}

/**
 * The people who work on tickets of the person's branches, and those who see every branch, ordered by name. Who works where
 * in the company is not revealed to people outside it.
 */
export async function attendants(
  db: Executor,
  user: User,
  { sectorId, most = 10_000 }: Narrowed = {},
): Promise<{ id: number; nome: string }[]> {
  if (isOutside(user)) return [];
  return byName(db, and(worksAt(db, branchScope(user, personBranches.branchId)), ofSector(sectorId))).limit(
    most,
  );
}

/** Those who may take a ticket of a branch: active people who work there or see every branch. For people of the company only. */
export const attendantsOf = (
  db: Executor,
  { branchId, sectorId }: Pick<Narrowed, 'sectorId'> & { branchId: number },
): Promise<{ id: number; nome: string; sectorId: number | null }[]> =>
  byName(db, and(worksAt(db, eq(personBranches.branchId, branchId)), ofSector(sectorId)));

/** Whether the user works on tickets for the company, as opposed to a customer or someone who represents one. */
export const isAttendant = ({ type }: Pick<User, 'type'>): boolean => worksForCompany(type);

const byName = (db: Executor, where: SQL | undefined) =>
  db
    .select({ id: people.id, nome: people.name, sectorId: people.sectorId })
    .from(people)
    .where(and(eq(people.active, true), where))
    .orderBy(sql`${people.name} collate pt_br`, people.id);

/** Over `people`: those of the company who work in a branch that fits the condition on `person_branches`, or see every branch. */
export function worksAt(db: Executor, branch: SQL | undefined): SQL | undefined {
  const there = db
    .select({ one: sql`1` })
    .from(personBranches)
    .where(and(eq(personBranches.personId, people.id), branch));
  const everywhere = inArray(people.type, typesOf('TODAS_FILIAIS'));
  return or(everywhere, and(inArray(people.type, typesOf('FILIAIS')), exists(there)));
}

const ofSector = (sectorId: number | undefined) =>
  sectorId === undefined ? undefined : eq(people.sectorId, sectorId);

const typesOf = (...scopes: PersonScope[]) =>
  personType.filter((row) => scopes.includes(row.scope)).map(({ value }) => value);

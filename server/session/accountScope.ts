import { and, eq, exists, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { personType } from '../../contract/catalogs/personType.ts';
import { allows } from '../../contract/permissions.ts';
import type { User } from '../context.ts';
import { people, personBranches } from '../db/tables/index.ts';

const seesEverywhere = (type: User['type']) =>
  personType.some(({ value, scope }) => value === type && scope === 'TODAS_FILIAIS');
const EVERYWHERE = personType.flatMap(({ value, scope }) => (scope === 'TODAS_FILIAIS' ? [value] : []));

/** Over `people`: who has an account at all, and works where the person does. */
export function colleagueScope(user: User): SQL | undefined {
  const staff = and(eq(people.active, true), ne(people.type, 'CONSUMIDOR_FINAL'));
  if (seesEverywhere(user.type)) return staff;
  if (user.branchIds.length === 0) return and(staff, eq(people.id, user.id));
  const there = new QueryBuilder()
    .select({ one: sql`1` })
    .from(personBranches)
    .where(
      and(eq(personBranches.personId, people.id), inArray(personBranches.branchId, [...user.branchIds])),
    );
  return and(staff, or(eq(people.id, user.id), inArray(people.type, EVERYWHERE), exists(there)));
}

export const seesAllAccounts = ({ grants }: Pick<User, 'grants'>) => allows(grants, 'CONTA_CORRENTE_TODAS');

/** Over `people`: whose balance and statement may be read. */
export const accountScope = (user: User): SQL | undefined =>
  seesAllAccounts(user) ? colleagueScope(user) : and(eq(people.id, user.id), colleagueScope(user));

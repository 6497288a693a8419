import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { personType } from '../../../contract/catalogs/personType.ts';
import type { Executor } from '../../db/client.ts';
import { people, personBranches } from '../../db/tables/index.ts';

export {
  branchesOfCustomers,
  type CustomerBranch,
  type CustomerRow,
  carriersOfCustomer,
  customerHits,
  customerOption,
  matchesTerms,
  searchOrder,
  visibleCustomer,
} from './customerLookup.ts';
export { nameOf, noteOf } from './customerRegistration.ts';
export { customerCondition, listCustomers } from './list/listCustomers.ts';

/** Somebody of the company, with whom they serve. */
export interface Seller {
  id: number;
  name: string;
  type: string;
  representativeId: number | null;
  branchIds: number[];
}

/** Of some people those who may sell: who works here, and is no customer themselves. */
export const sellersAmong = (db: Executor, ids: readonly number[]): Promise<Seller[]> =>
  db
    .select({
      id: people.id,
      name: people.name,
      type: people.type,
      representativeId: people.representativeId,
      branchIds: sql<number[]>`array(select ${personBranches.branchId} from ${personBranches}
        where ${personBranches.personId} = ${people.id})`,
    })
    .from(people)
    .where(and(inArray(people.id, [...ids]), eq(people.active, true), ne(people.type, 'CONSUMIDOR_FINAL')));

interface Served {
  representativeId: number | null;
  branchIds: readonly number[];
}

/** Whoever works in branches sells to the customers of those alone; a representative to their own. */
export function servesCustomer({ type, ...seller }: Seller, customer: Served): boolean {
  const scope = personType.find(({ value }) => value === type)?.scope;
  if (scope === 'TODAS_FILIAIS') return true;
  if (scope === 'CARTEIRA')
    return seller.representativeId !== null && seller.representativeId === customer.representativeId;
  return seller.branchIds.some((id) => customer.branchIds.includes(id));
}

export const servesNot = ({ name }: Pick<Seller, 'name'>): string =>
  `${name} não atende este cliente: confira filiais e carteira.`;

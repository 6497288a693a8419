import { personType } from '../../catalogs/personType.ts';
import type { ModuleGrant, PersonType } from '../../permissions.ts';
import { beyond } from './grants.ts';

/** What decides how far somebody reaches: what they may do, and on whose records. */
export interface Reach {
  type: PersonType;
  grants: readonly ModuleGrant[];
  branchIds: readonly number[];
}

/**
 * Whether the first reaches everything that the second does. It is asked before one gives rights to another, writes
 * to their account, or looks at the console as them: nobody gets further through somebody else.
 */
export function reaches(one: Reach, other: Reach): boolean {
  return beyond(other.grants, one.grants).length === 0 && seesAllOf(one, other);
}

export function seesAllOf(one: Omit<Reach, 'grants'>, other: Omit<Reach, 'grants'>): boolean {
  if (scopeOf(one) === 'TODAS_FILIAIS') return true;
  return (
    scopeOf(one) === 'FILIAIS' &&
    scopeOf(other) === 'FILIAIS' &&
    other.branchIds.length > 0 &&
    other.branchIds.every((id) => one.branchIds.includes(id))
  );
}

const scopeOf = ({ type }: { type: PersonType }) => personType.find(({ value }) => value === type)?.scope;

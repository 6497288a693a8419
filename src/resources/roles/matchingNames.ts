import { permissionNames } from '../../../contract/catalogs/permissionNames.ts';
import { GRANTABLES, type Grantable } from '../../../contract/rules/access/grants.ts';

/** Those whose Portuguese or raw name has the word. */
export function matchingNames(word: string): ReadonlySet<Grantable> {
  const folded = fold(word.trim());
  return new Set(
    GRANTABLES.filter((name) => fold(permissionNames[name]).includes(folded) || fold(name).includes(folded)),
  );
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

import { permissionNames } from '../../../contract/catalogs/permissionNames.ts';
import { GRANTABLES, type Grantable } from '../../../contract/rules/access/grants.ts';
import { foldedText } from '../../../contract/rules/foldedText.ts';

/** Those whose Portuguese or raw name has the word. */
export function matchingNames(word: string): ReadonlySet<Grantable> {
  const folded = foldedText(word.trim());
  return new Set(
    GRANTABLES.filter(
      (name) => foldedText(permissionNames[name]).includes(folded) || foldedText(name).includes(folded),
    ),
  );
}

import { MODULES } from '../../../contract/permissions.ts';
import { GRANTABLES, type Grantable, isModule, moduleOf } from '../../../contract/rules/access/grants.ts';

/** After a tick: an action stands only beside its module. */
export function toggled(held: readonly Grantable[], name: Grantable): Grantable[] {
  const next = new Set(held);
  if (!next.delete(name)) {
    next.add(name);
    next.add(moduleOf(name));
  } else if (isModule(name)) for (const action of MODULES[name]) next.delete(action);
  return GRANTABLES.filter((each) => next.has(each));
}

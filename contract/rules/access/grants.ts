import { type Action, allows, MODULES, type Module, type ModuleGrant } from '../../permissions.ts';

/** Something that a role may hold: a module, or an action of one. */
export type Grantable = Module | Action;

export const GRANTABLES: readonly Grantable[] = (Object.keys(MODULES) as Module[]).flatMap((module) => [
  module,
  ...MODULES[module],
]);

export const isGrantable = (name: string): name is Grantable =>
  (GRANTABLES as readonly string[]).includes(name);

/** What a role really allows, in the order of the modules: an action without its module allows nothing. */
export const heldBy = (grants: readonly ModuleGrant[]): Grantable[] =>
  GRANTABLES.filter((name) => allows(grants, name));

/** What the one allows and the other does not. */
export function beyond(one: readonly ModuleGrant[], other: readonly ModuleGrant[]): Grantable[] {
  return heldBy(one).filter((name) => !allows(other, name));
}

export interface GrantDifference {
  incluidas: Grantable[];
  retiradas: Grantable[];
}

export const grantDifference = (
  before: readonly ModuleGrant[],
  after: readonly ModuleGrant[],
): GrantDifference => ({ incluidas: beyond(after, before), retiradas: beyond(before, after) });

export const isModule = (name: Grantable): name is Module => Object.hasOwn(MODULES, name);

/** The module that an action belongs to; of a module, itself. */
export const moduleOf = (name: Grantable): Module =>
  isModule(name)
    ? name
    : ((Object.keys(MODULES) as Module[]).find((module) =>
        (MODULES[module] as readonly string[]).includes(name),
      ) as Module);

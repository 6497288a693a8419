import { personType, worksForCompany } from '../catalogs/personType.ts';
import {
  type Action,
  allows,
  DEFAULT_GRANTS,
  MODULES,
  type Module,
  type ModuleGrant,
  type OwnPermission,
  ownPermissionParts,
  ownPermissions,
  ownTypesIn,
  PERSON_TYPES,
  type PersonType,
} from '../permissions.ts';

/** Something that a role may grant: a module or one of its actions, or one of a type of the company's own. */
export type Grantable = Module | Action | OwnPermission;

export const GRANTABLES: readonly Grantable[] = (Object.keys(MODULES) as Module[]).flatMap((module) => [
  module,
  ...MODULES[module],
]);

export const isGrantable = (name: string): name is Grantable =>
  (GRANTABLES as readonly string[]).includes(name) || ownPermissionParts(name) !== null;

const ownGrantables = (...all: (readonly ModuleGrant[])[]): Grantable[] =>
  ownTypesIn(all.flat().map(({ nome }) => nome)).flatMap(ownPermissions);

/**
 * What a role effectively allows, in module order; an action without its module allows nothing. Of types of the company's own,
 * those are named about which the role itself says something.
 */
export const grantedBy = (grants: readonly ModuleGrant[]): Grantable[] =>
  [...GRANTABLES, ...ownGrantables(grants)].filter((name) => allows(grants, name));

/** What the first allows and the second does not. */
export function extraGrants(one: readonly ModuleGrant[], other: readonly ModuleGrant[]): Grantable[] {
  return [...GRANTABLES, ...ownGrantables(one, other)].filter(
    (name) => allows(one, name) && !allows(other, name),
  );
}

/** Writing for the company only, to colleagues and about who works on what. */
const INTERNAL: Action = 'TICKETS_RESPONDER_INTERNO';

/**
 * What a person of this type may do of what their role allows: people outside the company never write what only the company
 * reads, whatever role they were given.
 */
export const grantsFor = (type: PersonType, grants: readonly ModuleGrant[]): ModuleGrant[] =>
  worksForCompany(type) || !allows(grants, INTERNAL)
    ? [...grants]
    : grants.map((grant) => ({
        ...grant,
        moduloAcoes: grant.moduloAcoes.map((action) =>
          action.nome === INTERNAL ? { ...action, autorizado: false } : action,
        ),
      }));

interface GrantDifference {
  incluidas: Grantable[];
  retiradas: Grantable[];
}

export const grantDifference = (
  before: readonly ModuleGrant[],
  after: readonly ModuleGrant[],
): GrantDifference => ({ incluidas: extraGrants(after, before), retiradas: extraGrants(before, after) });

/** A module of the console, or what permits reading a type of the company's own. */
export type GrantableModule = Module | OwnPermission;

export const isModule = (name: Grantable): name is GrantableModule =>
  Object.hasOwn(MODULES, name) || ownPermissionParts(name)?.action === null;

/** The module that an action belongs to; a module is returned unchanged. */
export const moduleOf = (name: Grantable): GrantableModule =>
  isModule(name)
    ? name
    : (ownPermissionParts(name)?.module ??
      ((Object.keys(MODULES) as Module[]).find((module) =>
        (MODULES[module] as readonly string[]).includes(name),
      ) as Module));

export const actionsOf = (module: GrantableModule): readonly Grantable[] => {
  const own = ownPermissionParts(module);
  return own ? ownPermissions(own.type).slice(1) : MODULES[module as Module];
};

/** The extent of a person's access: what they may do, and on whose records. */
export interface Access {
  type: PersonType;
  grants: readonly ModuleGrant[];
  branchIds: readonly number[];
}

/**
 * Whether the first has at least the access of the second. Checked before a person grants rights to another, changes their
 * account or views the console as them, so that nobody gains access through somebody else.
 */
export function hasAccessOf(one: Access, other: Access): boolean {
  return extraGrants(other.grants, one.grants).length === 0 && seesAllOf(one, other);
}

export function seesAllOf(one: Omit<Access, 'grants'>, other: Omit<Access, 'grants'>): boolean {
  if (scopeOf(one) === 'TODAS_FILIAIS') return true;
  return (
    scopeOf(one) === 'FILIAIS' &&
    scopeOf(other) === 'FILIAIS' &&
    other.branchIds.length > 0 &&
    other.branchIds.every((id) => one.branchIds.includes(id))
  );
}

const scopeOf = ({ type }: { type: PersonType }) => personType.find(({ value }) => value === type)?.scope;

/** A standard role's key is the person type it is for; a copy's key adds a number: `OPERADOR-2`. */
export const standardOf = (key: string): PersonType | null =>
  PERSON_TYPES.find((type) => key === type || new RegExp(`^${type}-\\d+$`).test(key)) ?? null;

export const isStandardRole = (key: string): boolean => (PERSON_TYPES as readonly string[]).includes(key);

/**
 * Whether a role may not lose a permission: nobody can give what they do not have, so what the last administrator loses would be
 * lost to everybody. Own types stay with every administrator, as when they are published; a copy may do without modules.
 */
export const isKept = (roleKey: string, name: Grantable): boolean =>
  ownPermissionParts(name)
    ? standardOf(roleKey) === 'ADMIN'
    : roleKey === 'ADMIN' && DEFAULT_GRANTS.ADMIN.some((one) => one === name);

/** The first key that no role uses yet. */
export function copyKey(base: string, taken: readonly string[]): string {
  const stem = standardOf(base) ?? base;
  for (let number = 2; ; number++) if (!taken.includes(`${stem}-${number}`)) return `${stem}-${number}`;
}

/** End consumers have roles of their own, which nobody else may have, so that internal functions stay internal. */
export const fitsRole = (type: PersonType, roleKey: string): boolean =>
  (type === 'CONSUMIDOR_FINAL') === (standardOf(roleKey) === 'CONSUMIDOR_FINAL');

/**
 * The permissions of one type that the company created itself: `CADASTRO:<key>` permits reading and is a module like the
 * others, `CADASTRO:<key>:CRIAR` and so on are its actions. They are stored in roles beside the modules above.
 */
export type OwnPermission = `CADASTRO:${string}`;

const OWN_ACTIONS = ['CRIAR', 'ALTERAR', 'EXCLUIR', 'IMPORTAR'] as const;

const OWN = /^CADASTRO:([a-z][a-z0-9-]{1,59})(?::(CRIAR|ALTERAR|EXCLUIR|IMPORTAR))?$/;

/** The type and the action of a permission of a type of the company's own; `null` for any other. */
export function ownPermissionParts(
  name: string,
): { type: string; module: OwnPermission; action: (typeof OWN_ACTIONS)[number] | null } | null {
  const [, type, action] = OWN.exec(name) ?? [];
  return type === undefined
    ? null
    : { type, module: `CADASTRO:${type}`, action: (action as (typeof OWN_ACTIONS)[number]) ?? null };
}

/** The module of a type of the company's own, followed by its actions. */
export const ownPermissions = (type: string): OwnPermission[] => [
  `CADASTRO:${type}`,
  ...OWN_ACTIONS.map((action): OwnPermission => `CADASTRO:${type}:${action}`),
];

/** The types of the company's own that permissions or grants name. */
export const ownTypesIn = (names: readonly string[]): string[] => [
  ...new Set(names.flatMap((name) => ownPermissionParts(name)?.type ?? [])),
];

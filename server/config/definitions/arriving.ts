import type { DefinitionKind } from '#contract/rules/definitions/definition.ts';

/** The content of a definition of any kind. */
export type Content = Record<string, unknown>;

/** Contents that are published together, by `kind/key`. */
export type Arriving = ReadonlyMap<string, Content>;

/** Those of one kind, by key. */
export const arrivingOf = (kind: DefinitionKind, arriving: Arriving = new Map()): Map<string, Content> =>
  new Map(
    [...arriving].flatMap(([name, content]) =>
      name.startsWith(`${kind}/`) ? [[name.slice(kind.length + 1), content] as const] : [],
    ),
  );

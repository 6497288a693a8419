import { allows } from '../../../contract/permissions.ts';
import {
  DEFINITION_KINDS,
  type DefinitionKind,
  definitionKinds,
} from '../../../contract/rules/definitions/definition.ts';
import type { Context, User } from '../../context.ts';
import { forbidden } from '../../errors.ts';
import type { KindDeps } from './rules.ts';

/** Each kind has a permission of its own; the routes' only opens the studio. */
export function requireKind(user: User, kind: DefinitionKind): void {
  const { permission } = definitionKinds[kind];
  if (!allows(user.grants, permission)) throw forbidden(permission);
}

export const ownKinds = (user: User): DefinitionKind[] =>
  DEFINITION_KINDS.filter((kind) => allows(user.grants, definitionKinds[kind].permission));

/** `tests`: those that read live data too. */
export const kindDeps = ({ db, pool, settings, now, user }: Context, tests = false): KindDeps => ({
  db,
  pool,
  settings,
  now,
  user,
  withoutTests: !tests,
});

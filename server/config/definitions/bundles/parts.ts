import { allows } from '#contract/permissions.ts';
import type { PartKind } from '#contract/rules/definitions/bundleParts.ts';
import { PART_KINDS, partKinds } from '#contract/rules/definitions/bundleParts.ts';
import type { User } from '../../../context.ts';
import { boardParts } from './boardParts.ts';
import { parameterParts } from './parameterParts.ts';
import type { PartRules } from './part.ts';
import { menuParts, reasonParts, typeParts } from './recordParts.ts';
import { roleParts } from './roleParts.ts';
import { scheduleParts } from './scheduleParts.ts';

const rules: Record<PartKind, PartRules> = {
  roles: roleParts,
  parameters: parameterParts,
  menus: menuParts,
  types: typeParts,
  reasons: reasonParts,
  boards: boardParts,
  schedules: scheduleParts,
};

export const partRules = (kind: PartKind): PartRules => rules[kind];

export const ownParts = (user: User): PartKind[] =>
  PART_KINDS.filter((kind) => allows(user.grants, partKinds[kind].permission));

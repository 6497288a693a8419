import type { Problem } from '../problem.ts';
import type { Reason, ReasonLevel } from './ticketType.ts';

/** Deepest level of a reason tree (document 000, section 3). */
export const MAX_REASON_LEVELS = 5;

/** Chosen reason ids from level 1 on; `null` where nothing is chosen. */
export type ReasonPath = readonly (number | null)[];

/** One select of the reason step. */
interface ShownLevel {
  /** 1 to 5. */
  level: number;
  /** 'Motivo', or 'Submotivo' below the first level. */
  label: 'Motivo' | 'Submotivo';
  required: boolean;
  options: readonly Reason[];
  chosen: Reason | null;
}

/** The levels to show for what is chosen: each choice opens the level below it. */
export function shownLevels(tree: ReasonLevel | null, path: ReasonPath): ShownLevel[] {
  const levels: ShownLevel[] = [];
  let level = tree;
  while (level && level.itens.length > 0 && levels.length < MAX_REASON_LEVELS) {
    const chosen = level.itens.find(({ id }) => id === path[levels.length]) ?? null;
    levels.push({
      level: levels.length + 1,
      label: levels.length === 0 ? 'Motivo' : 'Submotivo',
      required: level.obrigatorio,
      options: level.itens,
      chosen,
    });
    level = chosen?.subnivel ?? null;
  }
  return levels;
}

/** The path after a choice: deeper levels are forgotten, then filled where there is nothing to choose. */
export function chooseReason(
  tree: ReasonLevel | null,
  path: ReasonPath,
  level: number,
  id: number | null,
): ReasonPath {
  const above = Array.from({ length: level - 1 }, (_, index) => path[index] ?? null);
  return id === null ? above : withDefaults(tree, [...above, id]);
}

/** Fills each open level that has a default (`padrao`) or a single mandatory option (document 000, section 5). */
export function withDefaults(tree: ReasonLevel | null, path: ReasonPath): ReasonPath {
  const levels = shownLevels(tree, path);
  const last = levels.at(-1);
  const automatic = last && !last.chosen ? automaticReason(last) : null;
  const kept = levels.flatMap(({ chosen }) => (chosen ? [chosen.id] : []));
  return automatic ? withDefaults(tree, [...kept, automatic.id]) : kept;
}

/** The chosen reasons with their texts, as a ticket keeps them. */
export const reasonsOfPath = (tree: ReasonLevel | null, path: ReasonPath): Reason[] =>
  shownLevels(tree, path).flatMap(({ chosen }) => (chosen ? [chosen] : []));

/** Mandatory levels that are empty, and choices that the tree does not have. Fields are motivo1 to motivo5. */
export function reasonProblems(tree: ReasonLevel | null, path: ReasonPath): Problem[] {
  const levels = shownLevels(tree, path);
  const missing = levels.filter(({ required, chosen, level }) => required && !chosen && !path[level - 1]);
  return [
    ...missing.map(({ level, label }) => ({
      field: `motivo${level}`,
      message: `Escolha o ${label.toLowerCase()}.`,
    })),
    ...path.flatMap((id, index) =>
      id && levels[index]?.chosen?.id !== id
        ? [{ field: `motivo${index + 1}`, message: 'Este motivo não está mais disponível. Escolha outro.' }]
        : [],
    ),
  ];
}

function automaticReason({ options, required }: ShownLevel): Reason | null {
  const single = required && options.length === 1 ? options[0] : undefined;
  return options.find(({ padrao }) => padrao) ?? single ?? null;
}

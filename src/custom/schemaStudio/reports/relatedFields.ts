import { useMemo } from 'react';
import type { MapEntities } from '#contract/map/entity.ts';
import { mapRoutes } from '#contract/map/mapRoutes.ts';
import { type PathStep, type ResolvedPath, resolvePath, titleOf, waysFrom } from '#contract/map/paths.ts';
import { closedSentence } from '#contract/rules/reports/pathProblems.ts';
import { useRoute } from '#data/useRoute.ts';
import type { Choice } from '#ui/components/inputs/PropertyFields.tsx';
import type { Answer } from '#ui/shell/states/StateMessage.tsx';

/** The map as the person may read it; a closed entity has only its title and whom to ask. */
export type ShownMap = Readonly<Record<string, MapEntities[string] & { readonly fechada?: string }>>;

/** What a path of a query leads to; undefined where it leads nowhere, and while the map is loaded. */
export type FieldOf = (campo: string | undefined) => ResolvedPath | undefined;

/** Milliseconds after which newly published types and fields are picked up. */
const STALE_TIME = 30_000;

/** The map, which is empty until it is loaded, and the answer that it comes from. */
export function useMap(enabled = true): { map: ShownMap; answer: Answer } {
  const answer = useRoute(mapRoutes.read, {}, { staleTime: STALE_TIME, enabled });
  const { data } = answer;
  return { map: useMemo(() => (data ?? {}) as ShownMap, [data]), answer };
}

export const fieldIn =
  (map: ShownMap, conjunto: string): FieldOf =>
  (campo) =>
    campo === undefined ? undefined : resolvePath(map, conjunto, campo);

/** The entities that a query may start from. */
export const entityChoices = (map: ShownMap): Choice[] =>
  Object.entries(map)
    .filter(([, { fechada }]) => !fechada)
    .map(([value, entity]) => ({
      value,
      label: titleOf(entity),
      words: (entity.sinonimos ?? []).join(' '),
    }));

/**
 * The fields that a query over an entity can use: its own, those of what it refers to, and those of which there are many for each
 * row. Found by title and by synonym.
 */
export const fieldChoices = (map: ShownMap, conjunto: string): Choice[] =>
  waysFrom(map, conjunto).flatMap((way) => {
    const [step] = way.slice(-1);
    const title = way.map(({ titulo }) => titulo).join(' › ');
    const group = step?.tipo === 'MUITOS' ? `${title} (vários)` : title;
    return choicesAt(map, step?.alvo ?? conjunto, way, group || undefined);
  });

function choicesAt(
  map: ShownMap,
  key: string,
  way: readonly PathStep[],
  group: string | undefined,
): Choice[] {
  const entity = map[key];
  if (!entity) return [];
  const prefix = way.map(({ chave }) => `${chave}.`).join('');
  if (entity.fechada)
    return [{ value: prefix, label: closedSentence(entity, entity.fechada), group, disabled: true }];
  return Object.entries(entity.campos).map(([field, { titulo, sinonimos = [] }]) => ({
    value: `${prefix}${field}`,
    label: [...way.map((step) => step.titulo), titulo].join(' › '),
    words: sinonimos.join(' '),
    ...(way.length > 0 && { shown: titulo }),
    group: group ?? titleOf(entity),
  }));
}

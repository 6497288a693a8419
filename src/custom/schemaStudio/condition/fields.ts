import type { FieldType } from '#contract/expression/typing.ts';
import type { MapEntities } from '#contract/map/entity.ts';
import { resolvePath, waysFrom } from '#contract/map/paths.ts';
import { foldedText, upperFirst } from '#contract/rules/text.ts';

/** A field that a condition may ask about. */
export interface ConditionField extends FieldType {
  path: string;
  /** The heading under which it is listed: what it belongs to. */
  group: string;
  /** What it is found by. */
  words: string;
  /** The only values that it may have. */
  values?: readonly { value: string; label: string }[];
}

/** The fields of an entity and of what its relations lead to, the own ones first, as far as they have a type. */
export const conditionFields = (
  entities: MapEntities,
  from: string,
  typeOf: (path: string) => FieldType | undefined,
): ConditionField[] =>
  waysFrom(entities, from).flatMap((way) => {
    const entity = entities[way.at(-1)?.alvo ?? from];
    const title = way.map(({ titulo }) => titulo).join(' › ') || upperFirst(entity?.titulo.um ?? '');
    const group = way.at(-1)?.tipo === 'MUITOS' ? `${title} (vários)` : title;
    return Object.entries(entity?.campos ?? {}).flatMap(([key, { sinonimos = [] }]) => {
      const path = [...way.map(({ chave }) => chave), key].join('.');
      const type = typeOf(path);
      return type ? [{ ...type, path, group, words: [...sinonimos, group].join(' ') }] : [];
    });
  });

/** The path that a title or a path stands for. */
export function pathNamed(
  fields: readonly ConditionField[],
  entities: MapEntities,
  from: string,
  written: string,
): string | undefined {
  const titled = fields.find(({ titulo }) => foldedText(titulo) === foldedText(written.replaceAll('>', '›')));
  if (titled) return titled.path;
  return fields.some(({ path }) => path === written) || resolvePath(entities, from, written)
    ? written
    : undefined;
}

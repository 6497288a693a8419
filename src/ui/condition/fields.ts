import type { PathOf } from '#contract/expression/parse.ts';
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
  /** The only questions that it may be asked, where not every one can be kept. */
  questions?: ReadonlySet<string>;
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

/** How fields are written in a text, and which one is meant by what was written. */
interface FieldNames {
  nameOf: (path: string) => string;
  pathOf: PathOf;
}

const namesByFields = new WeakMap<readonly ConditionField[], FieldNames>();

/** Each field has its title for a name, or its path where the title would stand for another field too. */
export function fieldNames(fields: readonly ConditionField[]): FieldNames {
  const names = namesByFields.get(fields) ?? namesIn(fields);
  namesByFields.set(fields, names);
  return names;
}

function namesIn(fields: readonly ConditionField[]): FieldNames {
  const paths = new Set(fields.map(({ path }) => path));
  const titled = new Map<string, string | null>();
  for (const { path, titulo } of fields) {
    const title = titleKey(titulo);
    const isTaken = titled.has(title) || (paths.has(titulo) && titulo !== path);
    titled.set(title, isTaken ? null : path);
  }
  const titles = new Map(
    fields
      .filter(({ path, titulo }) => titled.get(titleKey(titulo)) === path)
      .map((field) => [field.path, field.titulo]),
  );
  return {
    nameOf: (path) => titles.get(path) ?? path,
    pathOf: (written) => (paths.has(written) ? written : (titled.get(titleKey(written)) ?? undefined)),
  };
}

const titleKey = (title: string) => foldedText(title.replaceAll('>', '›'));

/** The path that a title or a path stands for. */
export const pathNamed = (
  fields: readonly ConditionField[],
  entities: MapEntities,
  from: string,
  written: string,
): string | undefined =>
  fieldNames(fields).pathOf(written) ?? (resolvePath(entities, from, written) ? written : undefined);

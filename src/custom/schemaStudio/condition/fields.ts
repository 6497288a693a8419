import type { FieldType } from '#contract/expression/typing.ts';
import type { MapEntities } from '#contract/map/entity.ts';
import { resolvePath, stepsFrom } from '#contract/map/paths.ts';
import { foldedText, upperFirst } from '#contract/rules/text.ts';

/** A field that a condition may ask about. */
export interface ConditionField extends FieldType {
  path: string;
  /** The heading under which it is listed: what it belongs to. */
  group: string;
  /** What it is found by. */
  words: string;
}

/** How many relations are followed in the list; a longer path can be written as text. */
const DEEPEST = 2;

/**
 * The fields of an entity and of the single rows that it refers to, the own ones first. Codes stand where their names do not, and
 * what an entity has of another is not listed a second time under it.
 */
export function conditionFields(
  entities: MapEntities,
  from: string,
  typeOf: (path: string) => FieldType | undefined,
): ConditionField[] {
  const found: ConditionField[] = [];
  const list = (entity: string, before: readonly string[], group: string) => {
    for (const [key, field] of Object.entries(entities[entity]?.campos ?? {})) {
      const path = [...before, key].join('.');
      const type = typeOf(path);
      if (!type) continue;
      const words = [...(field.sinonimos ?? []), group].join(' ');
      found.push({ ...type, path, group, words });
    }
    if (before.length === DEEPEST) return;
    for (const { chave, alvo, tipo } of stepsFrom(entities, entity)) {
      const path = [...before, chave];
      if (tipo === 'UM') list(alvo, path, titleOfRelations(entities, from, path));
    }
  };
  list(from, [], upperFirst(entities[from]?.titulo.um ?? ''));
  return found;
}

/** 'Cliente', 'Operador › Filial' */
function titleOfRelations(entities: MapEntities, from: string, relations: readonly string[]): string {
  let entity = from;
  return relations
    .map((key) => {
      const step = stepsFrom(entities, entity).find(({ chave }) => chave === key);
      entity = step?.alvo ?? entity;
      return step?.titulo ?? key;
    })
    .join(' › ');
}

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

import { ADDED_FIELD, ownTypeOf } from '#contract/map/entity.ts';
import { ENTITIES } from '#contract/map/index.ts';
import { resolvePath } from '#contract/map/paths.ts';
import { fieldOfColumn } from '#contract/records/fields/columnNames.ts';
import type { DefinitionUse } from '#contract/rules/definitions/uses.ts';

/** What a path from an entity uses: a column of a view, a field that an administrator added, or one of a type of the company's own. */
export function usedPath(from: string, path: string, pointer: string): DefinitionUse[] {
  const field = path.split('.').at(-1) ?? '';
  const own = ownTypeOf(from);
  if (own !== null) {
    // Of what a record refers to, the reference itself is the use.
    const [first = ''] = path.split('.');
    return [{ kind: 'records', key: own, field: fieldOfColumn(first), value: '', pointer }];
  }
  const found = resolvePath(ENTITIES, from, path);
  if (found) return [{ kind: 'views', key: found.entity, field: found.field, value: '', pointer }];
  const beside = resolvePath(ENTITIES, from, `${path.slice(0, -field.length)}${KNOWN_FIELD}`);
  const entity = path === field ? from : beside?.entity;
  const key = entity && ENTITIES[entity]?.adicionais;
  return key && field.startsWith(ADDED_FIELD)
    ? [{ kind: 'fields', key, field: fieldOfColumn(field.slice(ADDED_FIELD.length)), value: '', pointer }]
    : [];
}

/** A field of every entity that takes added ones, by which a relation to it is followed. */
const KNOWN_FIELD = 'cliente_id';

import type { JsonSchema } from '../definitions/definition.ts';
import type { Item } from '../definitions/items.ts';
import { isRecord } from '../jsonRecord.ts';

const DEFS = '#/$defs/';

/**
 * The layout of a form with the order of its fields written out for every group and list that does not state one: the database
 * keeps lists in order, but not the keys of an object. Names that only conditions declare come last.
 */
export const withFieldOrder = (schema: JsonSchema, ui: Item): Item => ordered(schema, schema, ui, new Set());

function ordered(root: JsonSchema, given: unknown, ui: Item, above: ReadonlySet<string>): Item {
  const name = isRecord(given) && typeof given.$ref === 'string' ? given.$ref : '';
  // A schema that contains itself is refused elsewhere; what a widget draws has no fields of its own.
  if (above.has(name) || 'ui:widget' in ui) return ui;
  const within = name ? new Set([...above, name]) : above;
  const schema = resolved(root, given);
  if (!isRecord(schema)) return ui;
  const properties = isRecord(schema.properties) ? schema.properties : {};
  let next = ui;
  for (const [key, inner] of [...Object.entries(properties), ['items', schema.items] as const]) {
    const below = isRecord(ui[key]) ? ui[key] : {};
    const orderedValue = ordered(root, inner, below, within);
    if (orderedValue !== below) next = { ...next, [key]: orderedValue };
  }
  const names = Object.keys(properties);
  return names.length < 2 || 'ui:order' in ui ? next : { ...next, 'ui:order': [...names, '*'] };
}

function resolved(root: JsonSchema, schema: unknown): unknown {
  if (!isRecord(schema) || typeof schema.$ref !== 'string' || !schema.$ref.startsWith(DEFS)) return schema;
  return isRecord(root.$defs) ? root.$defs[schema.$ref.slice(DEFS.length)] : undefined;
}

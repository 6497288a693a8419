import type { JsonSchema } from '../definitions/definition.ts';
import { escapePointer } from '../definitions/jsonLines.ts';

/** A subschema that decides what is shown, and where it stands. */
export interface Condition {
  /** JSON pointer below the form's schema. */
  pointer: string;
  schema: JsonSchema;
}

/** Keys whose values are data, not schemas: an `if` inside them decides nothing. */
const DATA = new Set(['const', 'enum', 'default', 'examples', 'x-mensagens']);

/**
 * Every `if` of a schema, always in the same order: the server compiles the nth as `c<n>` beside the whole, the browser
 * asks it when the form is drawn. So nothing is compiled where eval is forbidden.
 */
export function conditionsOf(schema: unknown, pointer = ''): Condition[] {
  if (Array.isArray(schema)) return schema.flatMap((one, index) => conditionsOf(one, `${pointer}/${index}`));
  if (!isSchema(schema)) return [];
  return Object.keys(schema)
    .sort()
    .flatMap((key) => {
      if (DATA.has(key)) return [];
      const value = schema[key];
      const at = `${pointer}/${escapePointer(key)}`;
      const below = conditionsOf(value, at);
      return key === 'if' && isSchema(value) && hasBranch(schema)
        ? [{ pointer: at, schema: value }, ...below]
        : below;
    });
}

export const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A property that is called "if" is none. */
const hasBranch = (schema: JsonSchema) => 'then' in schema || 'else' in schema;

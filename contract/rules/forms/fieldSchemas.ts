import type { JsonSchema } from '../definitions/definition.ts';
import { escapePointer } from '../definitions/jsonLines.ts';
import { isRecord } from '../jsonRecord.ts';
import { JUDGED_FIELDS } from './fieldConditions.ts';

/**
 * All schemas that a definition contains for one field, in whichever branch. The field is given by its pointer in the data. A
 * field of an if/then may be described twice, once plainly and once with what the branch adds.
 */
export function fieldSchemas(root: JsonSchema, pointer: string): readonly JsonSchema[] {
  return pointerParts(pointer).reduce<readonly JsonSchema[]>(
    // Each child already comes with its branches.
    (parents, part) => unique(parents).flatMap((parent) => childOf(root, parent, part)),
    withBranches(root, root),
  );
}

export const pointerParts = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));

/** The schema at a pointer: `#/allOf/0/then` or `/allOf/0/then`. */
export function schemaAt(root: JsonSchema, pointer: string): JsonSchema | undefined {
  const found = pointerParts(decoded(pointer.replace(/^#/, ''))).reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, part)
        ? value[part as keyof typeof value]
        : undefined,
    root,
  );
  return isRecord(found) ? found : undefined;
}

/** A `%` that does not start an escape sequence stands for itself. */
const decoded = (text: string): string => (/%(?![\da-f]{2})/i.test(text) ? text : decodeURI(text));

/** Results of `withBranches` by root and schema: a form needs them for each of its problems on every keystroke. */
const schemasByRoot = new WeakMap<JsonSchema, WeakMap<JsonSchema, readonly JsonSchema[]>>();

/**
 * A schema and everything that may be added to it. Definitions are never changed in place, so the result is computed once.
 */
function withBranches(root: JsonSchema, schema: JsonSchema): readonly JsonSchema[] {
  const ofRoot = schemasByRoot.get(root) ?? new WeakMap<JsonSchema, readonly JsonSchema[]>();
  schemasByRoot.set(root, ofRoot);
  const found = ofRoot.get(schema) ?? branchesFrom(root, schema, new Set());
  ofRoot.set(schema, found);
  return found;
}

/** `seen` bounds the recursion, since a schema may refer to itself. */
function branchesFrom(root: JsonSchema, schema: JsonSchema, seen: Set<JsonSchema>): JsonSchema[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { $ref, allOf, anyOf, oneOf } = schema;
  const added = [
    typeof $ref === 'string' ? schemaAt(root, $ref) : undefined,
    schema.then,
    schema.else,
    ...[allOf, anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list : [])),
  ].filter(isRecord);
  return [schema, ...added.flatMap((one) => branchesFrom(root, one, seen))];
}

function childOf(root: JsonSchema, parent: JsonSchema, part: string): readonly JsonSchema[] {
  const { properties, items } = parent;
  const own = isRecord(properties) && Object.hasOwn(properties, part) ? properties[part] : undefined;
  const child = own ?? (/^\d+$/.test(part) ? items : undefined);
  return isRecord(child) ? withBranches(root, child) : [];
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** A subschema that controls what is shown, and its location. */
interface Condition {
  /** JSON pointer below the form's schema. */
  pointer: string;
  schema: JsonSchema;
}

/** Keys whose values are data and not schemas, so that an `if` inside them is not a condition. */
/** Keyword of the values with which a form adds an item to a list. */
export const INITIAL_VALUES = 'x-inicial';

const DATA = new Set([
  ...['const', 'enum', 'default', 'examples', 'x-mensagens'],
  ...[INITIAL_VALUES, JUDGED_FIELDS],
]);

/**
 * Every `if` of a schema, always in the same order. The server compiles the nth one as `c<n>` next to the whole schema, and
 * the browser evaluates it when drawing the form, so that nothing has to be compiled where eval is forbidden.
 */
export function conditionsOf(schema: unknown, pointer = ''): Condition[] {
  if (Array.isArray(schema)) return schema.flatMap((one, index) => conditionsOf(one, `${pointer}/${index}`));
  if (!isRecord(schema)) return [];
  return Object.keys(schema)
    .sort()
    .flatMap((key) => {
      if (DATA.has(key)) return [];
      const value = schema[key];
      const at = `${pointer}/${escapePointer(key)}`;
      const below = conditionsOf(value, at);
      return key === 'if' && isRecord(value) && hasBranch(schema)
        ? [{ pointer: at, schema: value }, ...below]
        : below;
    });
}

/** A property named "if" is not a condition. */
const hasBranch = (schema: JsonSchema) => 'then' in schema || 'else' in schema;

/** What of a schema the writer of answers reads. */
interface Written {
  type?: unknown;
  const?: unknown;
  anyOf?: Written[];
  [keyword: string]: unknown;
}

/** Keywords that hold schemas by name, one schema, or a list of them. */
const BY_NAME = ['properties', 'patternProperties'];
const NESTED = ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'];

const known = new WeakMap<object, Written>();

/**
 * The same answer as a schema that is written without being judged. fast-json-stringify asks a validator of Ajv which of
 * several alternatives a value is, for each value of each answer, and compiles it at the first: nine tenths of what a
 * call's first answer costs. Which of them it is need not be asked where there is one and `null`, nor among values that
 * are written by their type.
 */
export function answerSchema(schema: object): object {
  const found = known.get(schema);
  if (found) return found;
  const made = withoutAlternatives(parts(schema as Written));
  known.set(schema, made);
  return made;
}

const parts = (schema: Written): Written =>
  Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (BY_NAME.includes(keyword)) return [keyword, mapped(value as Record<string, object>)];
      return [keyword, NESTED.includes(keyword) ? each(value) : value];
    }),
  );

const mapped = (schemas: Record<string, object>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, answerSchema(schema)]));

function each(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((schema: object) => answerSchema(schema));
  return typeof value === 'object' && value !== null ? answerSchema(value) : value;
}

function withoutAlternatives(schema: Written): Written {
  const { anyOf } = schema;
  if (!anyOf) return schema;
  const [one, other, ...more] = anyOf;
  const isOneOrNull = other?.type === 'null' && more.length === 0;
  if (isOneOrNull && typeof one?.type === 'string' && !('const' in one)) return { ...one, nullable: true };
  return primitiveOf(anyOf) ?? schema;
}

const VALUES = ['string', 'integer', 'number', 'boolean'];

/** Literals and other single values are written by their type, with `null` or without it. */
function primitiveOf(anyOf: Written[]): Written | null {
  const types = [...new Set(anyOf.flatMap(({ type }) => type))].filter((type) => type !== 'null');
  if (types.length === 0 || !types.every((type) => VALUES.includes(type as string))) return null;
  const nullable = anyOf.some(({ type, nullable }) => type === 'null' || nullable === true);
  return { type: types.length === 1 ? types[0] : types, ...(nullable && { nullable }) };
}

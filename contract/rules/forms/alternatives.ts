import type { JsonSchema } from '../definitions/definition.ts';
import { listText } from '../text.ts';
import { isSchema } from './fieldSchemas.ts';

interface ListedValue {
  value: unknown;
  /** What people read in its place, where the schema says it. */
  title?: string;
}

/** The alternatives of a schema: `oneOf` or `anyOf`. */
export const alternativesOf = ({ oneOf, anyOf }: JsonSchema): readonly JsonSchema[] =>
  [oneOf, anyOf].flatMap((list) => (Array.isArray(list) ? list.filter(isSchema) : []));

/** The values that a schema lists: by `enum`, by `const`, or by alternatives of one value each with its title. */
export function listedValues(schema: JsonSchema): readonly ListedValue[] {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => ({ value }));
  if ('const' in schema) return [{ value: schema.const }];
  const alternatives = alternativesOf(schema);
  if (!alternatives.every((one) => 'const' in one)) return [];
  return alternatives.map((one) => ({
    value: one.const,
    ...(typeof one.title === 'string' && { title: one.title }),
  }));
}

/** Whether a schema lists its values as alternatives, which a form draws like an `enum`. */
export const listsAlternatives = (schema: JsonSchema): boolean =>
  alternativesOf(schema).length > 0 && !('enum' in schema) && listedValues(schema).length > 0;

/**
 * The only value that a field may have; undefined if there is a choice. A box that must be ticked is no such field: ticking it is
 * what the person is asked for.
 */
export const fixedValue = (schema: JsonSchema): unknown =>
  'const' in schema && !('enum' in schema) && typeof schema.const !== 'boolean' && schema.const !== null
    ? schema.const
    : undefined;

/** What an alternative of a group asks for, in words; undefined if nothing tells it from the others. */
export function alternativeTitle(group: JsonSchema, alternative: JsonSchema): string | undefined {
  if (typeof alternative.title === 'string') return alternative.title;
  const titleOf = (key: string) =>
    String(membersOf(alternative)[key]?.title ?? membersOf(group)[key]?.title ?? key);
  const fixed = Object.entries(membersOf(alternative)).flatMap(([key, field]) =>
    'const' in field ? [`${titleOf(key)}: ${valueText(field.const)}`] : [],
  );
  if (fixed.length > 0) return fixed.join(', ');
  const required = Array.isArray(alternative.required) ? alternative.required.map(String) : [];
  const asked = required.length > 0 ? required : Object.keys(membersOf(alternative));
  return asked.length === 0 ? undefined : listText(asked.map(titleOf));
}

const membersOf = ({ properties }: JsonSchema): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(isSchema(properties) ? properties : {}).flatMap(([key, one]) =>
      isSchema(one) ? [[key, one]] : [],
    ),
  );

const valueText = (value: unknown): string =>
  value === true ? 'sim' : value === false ? 'não' : value === null ? 'vazio' : String(value);

/** Whether the alternatives of a group only say which of its fields are needed: then there is nothing to choose between. */
export const onlyDemands = (group: JsonSchema): boolean =>
  alternativesOf(group).every((one) =>
    Object.keys(membersOf(one)).every((key) => Object.hasOwn(membersOf(group), key)),
  );

import type { JsonSchema } from '../definitions/definition.ts';
import { isRecord } from '../jsonRecord.ts';
import { listText } from '../text.ts';

interface ListedValue {
  value: unknown;
  /** What people read in its place, where the schema says it. */
  title?: string;
}

/** The alternatives of a schema: `oneOf` or `anyOf`. */
export const alternativesOf = ({ oneOf, anyOf }: JsonSchema): readonly JsonSchema[] =>
  [oneOf, anyOf].flatMap((list) => (Array.isArray(list) ? list.filter(isRecord) : []));

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

/** The fields of a schema that may have one value only, with that value. */
export const fixedFields = (schema: JsonSchema = {}): [key: string, value: unknown][] =>
  Object.entries(membersOf(schema)).flatMap(([key, field]) => {
    const value = fixedValue(field);
    return value === undefined ? [] : [[key, value]];
  });

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
    Object.entries(isRecord(properties) ? properties : {}).flatMap(([key, one]) =>
      isRecord(one) ? [[key, one]] : [],
    ),
  );

const valueText = (value: unknown): string =>
  value === true ? 'sim' : value === false ? 'não' : value === null ? 'vazio' : String(value);

/** Whether the alternatives of a group only say which of its fields are needed: then there is nothing to choose between. */
export const onlyDemands = (group: JsonSchema): boolean =>
  alternativesOf(group).every((one) =>
    Object.keys(membersOf(one)).every((key) => Object.hasOwn(membersOf(group), key)),
  );

/** Whether people choose between the alternatives of a schema, and see the fields of the chosen one. */
export const asksToChoose = (schema: JsonSchema): boolean =>
  alternativesOf(schema).length > 0 &&
  !listsAlternatives(schema) &&
  !(isRecord(schema.properties) && onlyDemands(schema));

/**
 * The alternatives that a stored value fits, the first of which is shown: those without contradiction before one with, then the
 * complete ones, then those that know most of its fields; among these, first the one that lacks fewest. Nothing at all fits every one.
 */
export function closestAlternatives(alternatives: readonly JsonSchema[], value: unknown): readonly number[] {
  const all = alternatives.map((_, index) => index);
  if (value === undefined || (isRecord(value) && Object.keys(value).length === 0)) return all;
  const fits = alternatives.map((one) => fitOf(one, value));
  const worse = (left: number, right: number, parts = FIT_PARTS): number => {
    const [one = [], other = []] = [fits[left], fits[right]];
    const at = one.findIndex((part, place) => place < parts && part !== other[place]);
    return at < 0 ? 0 : (other[at] ?? 0) - (one[at] ?? 0);
  };
  const [best, ...others] = all.sort((left, right) => worse(left, right));
  return best === undefined ? [] : [best, ...others.filter((one) => worse(best, one, FIT_PARTS - 1) === 0)];
}

const FIT_PARTS = 4;

/** How well a value fits, most important first; each larger the better. */
function fitOf(schema: JsonSchema, value: unknown): readonly number[] {
  const kind = value === undefined ? undefined : jsonKind(value);
  const types = [schema.type ?? ('properties' in schema ? 'object' : [])].flat();
  const wrongKind = kind !== undefined && types.length > 0 && !types.includes(kind) ? 1 : 0;
  const given = isRecord(value) ? value : {};
  const has = (key: string) => given[key] !== undefined;
  const members = Object.entries(membersOf(schema));
  const contradicted = members.filter(
    ([key, one]) => has(key) && 'const' in one && one.const !== given[key],
  ).length;
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const present = members.filter(([key]) => has(key)).length;
  return [-wrongKind - contradicted, required.every(has) ? 1 : 0, present, present - members.length];
}

const jsonKind = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

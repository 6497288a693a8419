import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import { escapePointer } from '#contract/rules/definitions/jsonLines.ts';
import {
  alternativesOf,
  asksToChoose,
  fixedValue,
  listsAlternatives,
} from '#contract/rules/forms/alternatives.ts';
import { schemaAt } from '#contract/rules/forms/fieldSchemas.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import type { FormValidator } from '../validatorModule.ts';
import { isPeriod, isPlainObject } from './paths.ts';

type Holds = FormValidator['holds'];

/** What decides about the parts of a schema that do not always apply. */
interface Deciding {
  /** Whether a condition is met. */
  holds: Holds;
  /** The chosen one of the alternatives of the group at a pointer. */
  chosen: (pointer: string, alternatives: readonly JsonSchema[]) => number;
}

/** The part of all data ever entered that is currently shown. */
export interface Active {
  data: unknown;
  /** Pointers of the shown fields. */
  shown: ReadonlySet<string>;
  /** Those of them that have to be filled in. */
  required: ReadonlySet<string>;
  /** Defaults of shown fields, by pointer. */
  defaults: ReadonlyMap<string, unknown>;
}

/** A condition may depend on a field that another condition hides; this is the maximum number of evaluation rounds. */
const MAX_ROUNDS = 6;

/**
 * The part of the data that the schema currently asks for. Values of hidden branches are left out (the server would refuse
 * them), required groups are always included, and other empty groups are not.
 */
export function activeData(root: JsonSchema, full: unknown, deciding: Deciding): Active {
  let active = prune(root, full, full, deciding);
  // Nothing was hidden or added, so every condition would evaluate to the same result.
  if (!active.other) return active;
  for (let round = 1; round < MAX_ROUNDS; round++) {
    const pruned = prune(root, full, active.data, deciding);
    const settled = sameSet(pruned.shown, active.shown);
    active = pruned;
    if (settled) break;
  }
  return active;
}

function prune(
  root: JsonSchema,
  full: unknown,
  seenBefore: unknown,
  deciding: Deciding,
): Active & { other: boolean } {
  const shown = new Set<string>();
  const demanded = new Set<string>();
  const defaults = new Map<string, unknown>();
  let other = false;
  const data = walk([root], full, seenBefore, '');
  return { data, shown, required: demanded, defaults, other };

  function walk(schemas: JsonSchema[], value: unknown, seen: unknown, at: string): unknown {
    if (Array.isArray(value)) {
      const items = applicableSchemas(root, schemas, { value: seen, at }, deciding)
        .map((one) => one.items)
        .filter(isRecord);
      return items.length === 0
        ? value
        : value.map((one, index) =>
            walk(items, one, Array.isArray(seen) ? seen[index] : undefined, `${at}/${index}`),
          );
    }
    return isPlainObject(value) ? walkObject(schemas, value, seen, at) : value;
  }

  function walkObject(schemas: JsonSchema[], value: Record<string, unknown>, seen: unknown, place: string) {
    const active = applicableSchemas(root, schemas, { value: seen, at: place }, deciding);
    const required = new Set(active.flatMap(requiredOf));
    const keys = new Set(active.flatMap(propertiesOf));
    const result: Record<string, unknown> = {};
    for (const [key, one] of Object.entries(value)) {
      if (one === undefined || keys.has(key)) continue;
      const isHidden = branches(root, schemas).some((schema) => propertyOf(schema, key));
      if (isHidden) other = true;
      else result[key] = one;
    }
    for (const key of keys) {
      const children = active.map((schema) => propertyOf(schema, key)).filter((one) => one !== undefined);
      const pointer = `${place}/${escapePointer(key)}`;
      shown.add(pointer);
      if (required.has(key)) demanded.add(pointer);
      const standard =
        children.find((one) => one.default !== undefined)?.default ??
        children.map(onlyValue).find((one) => one !== undefined);
      if (standard !== undefined) defaults.set(pointer, standard);
      const given = value[key] ?? (children.some((one) => isGroup(root, one)) ? {} : undefined);
      const keptPart = walk(children, given, isPlainObject(seen) ? seen[key] : undefined, pointer);
      if (keptPart === undefined || (!required.has(key) && isEmpty(keptPart))) continue;
      // A condition may depend on a group that was just added.
      if (value[key] === undefined) other = true;
      result[key] = keptPart;
      if (Array.isArray(keptPart)) for (const index of keptPart.keys()) shown.add(`${pointer}/${index}`);
    }
    return result;
  }
}

/**
 * The schemas that apply to a value: its own, those they reference, the branches whose condition is met, and the chosen ones of
 * alternatives.
 */
function applicableSchemas(
  root: JsonSchema,
  schemas: JsonSchema[],
  { value, at }: { value: unknown; at: string },
  { holds, chosen }: Deciding,
): JsonSchema[] {
  const found = new Set<JsonSchema>();
  const add = (schema: unknown) => {
    if (!isRecord(schema) || found.has(schema)) return;
    found.add(schema);
    if (typeof schema.$ref === 'string') add(schemaAt(root, schema.$ref));
    for (const one of Array.isArray(schema.allOf) ? schema.allOf : []) add(one);
    if (isRecord(schema.if)) add(holds(schema.if, value ?? {}) ? schema.then : schema.else);
    if (!asksToChoose(schema)) return;
    const alternatives = resolvedAlternatives(root, schema);
    add(alternatives[chosen(at, alternatives)]);
  };
  schemas.forEach(add);
  return [...found];
}

/** The alternatives of a schema, each as what it refers to. */
const resolvedAlternatives = (root: JsonSchema, schema: JsonSchema): readonly JsonSchema[] =>
  alternativesOf(schema).map((one) =>
    typeof one.$ref === 'string' ? (schemaAt(root, one.$ref) ?? one) : one,
  );

/** All branches, whether or not they apply. */
function branches(root: JsonSchema, schemas: JsonSchema[]): JsonSchema[] {
  const found = new Set<JsonSchema>();
  const add = (schema: unknown) => {
    if (!isRecord(schema) || found.has(schema)) return;
    found.add(schema);
    if (typeof schema.$ref === 'string') add(schemaAt(root, schema.$ref));
    for (const list of [schema.allOf, schema.anyOf, schema.oneOf]) if (Array.isArray(list)) list.forEach(add);
    add(schema.then);
    add(schema.else);
  };
  schemas.forEach(add);
  return [...found];
}

const propertiesOf = ({ properties }: JsonSchema) => (isRecord(properties) ? Object.keys(properties) : []);
const requiredOf = ({ required }: JsonSchema) => (Array.isArray(required) ? required.map(String) : []);

function propertyOf({ properties }: JsonSchema, key: string): JsonSchema | undefined {
  const found = isRecord(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
  return isRecord(found) ? found : undefined;
}

/** An object with fields of its own; a period counts as a single value. */
function isGroup(root: JsonSchema, schema: JsonSchema): boolean {
  const target = typeof schema.$ref === 'string' ? schemaAt(root, schema.$ref) : schema;
  return isRecord(target?.properties) && !('x-periodo' in target) && !isPeriod(target.properties);
}

/** A value that another part of the schema narrows a choice to remains the person's to choose. */
const onlyValue = (schema: JsonSchema, _: number, all: readonly JsonSchema[]): unknown =>
  all.some((one) => 'enum' in one || listsAlternatives(one)) ? undefined : fixedValue(schema);

const isEmpty = (value: unknown) => isPlainObject(value) && Object.keys(value).length === 0;

const sameSet = (left: ReadonlySet<string>, right: ReadonlySet<string>) =>
  left.size === right.size && [...left].every((one) => right.has(one));

/** All known data after an update from outside: its values replace those of shown fields, and hidden ones are kept. */
export function mergeExternalValue(full: unknown, active: unknown, value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  const before = isPlainObject(full) ? full : {};
  const shown = isPlainObject(active) ? active : {};
  const hidden = Object.entries(before).filter(
    ([key]) => !Object.hasOwn(shown, key) && !Object.hasOwn(value, key),
  );
  const given = Object.entries(value).map(
    ([key, one]) => [key, mergeExternalValue(before[key], shown[key], one)] as const,
  );
  return Object.fromEntries([...hidden, ...given]);
}

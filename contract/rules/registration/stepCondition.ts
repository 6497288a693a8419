import type { Operation } from '../../expression/operations.ts';
import { call, type Expression, type Literal } from '../../expression/tree.ts';
import type { JsonSchema } from '../definitions/definition.ts';
import { isRecord } from '../jsonRecord.ts';

type Item = Readonly<Record<string, unknown>>;
type Value = string | number | boolean;

/** Where a step has what the server knows of who is registered. */
export const CONTEXT = 'contexto';

/**
 * A condition as the `if` of a rule of a step: plain JSON Schema, which says the same to every validator and to whoever reads the
 * file without the console. `null` for what a schema cannot say, such as a calculation.
 */
export function conditionSchema(expression: Expression): JsonSchema | null {
  if ('campo' in expression) return at(expression.campo.split('.'), { const: true });
  if (!('faz' in expression)) return null;
  const { faz, de } = expression;
  if (faz === 'todas') return allOf(de);
  if (faz === 'alguma') return each(de, (anyOf) => ({ anyOf }));
  if (faz === 'nenhuma') return noneOf(de);
  const [field, ...values] = de;
  if (!field || !('campo' in field)) return null;
  const test = testOf(faz, field.campo, values);
  if (!test) return null;
  const own = at(field.campo.split('.'), test.schema);
  return test.isNot ? { not: own } : own;
}

const each = (
  parts: readonly Expression[],
  joined: (schemas: JsonSchema[]) => JsonSchema,
): JsonSchema | null => {
  const schemas = parts.map(conditionSchema);
  const presentSchemas = schemas.filter((schema) => schema !== null);
  return parts.length > 0 && presentSchemas.length === parts.length ? joined(presentSchemas) : null;
};

/** Questions about different fields stand in one object, as one would write them. */
function allOf(parts: readonly Expression[]): JsonSchema | null {
  return each(parts, (schemas) => {
    const merged = schemas.reduce<Item | null>((into, schema) => into && merge(into, schema), {});
    return merged ?? { allOf: schemas };
  });
}

function noneOf(parts: readonly Expression[]): JsonSchema | null {
  const [only, ...more] = parts;
  const isFilled = only && more.length === 0 && 'faz' in only && only.faz === 'vazio';
  const [field] = isFilled ? only.de : [];
  if (field && 'campo' in field) return at(field.campo.split('.'), FILLED);
  return each(parts, (anyOf) => ({ not: { anyOf } }));
}

interface Test {
  schema: JsonSchema;
  isNot?: true;
}

function testOf(faz: Operation, path: string, values: readonly Expression[]): Test | null {
  const [first, second] = values;
  if (faz === 'vazio') return { schema: FILLED, isNot: true };
  if (faz === 'em') {
    const list = first && 'lista' in first ? first.lista.map(plainValue) : [];
    const definedValues = list.filter((value) => value !== undefined);
    return first && 'lista' in first && definedValues.length === list.length
      ? { schema: { enum: definedValues } }
      : null;
  }
  if (faz === 'igual' || faz === 'diferente') {
    const value = first && plainValue(first);
    if (value === undefined) return null;
    if (typeof value !== 'boolean') return same({ const: value }, faz === 'igual');
    const isYes = value === (faz === 'igual');
    // What nobody ticked is not there: 'não' is whatever is not ticked. The context always answers.
    return path.startsWith(`${CONTEXT}.`) ? { schema: { const: isYes } } : same({ const: true }, isYes);
  }
  const limits = faz === 'entre' ? { minimum: first, maximum: second } : limitOf(faz, first);
  const plainLimits = Object.entries(limits ?? {}).map(
    ([key, limit]) => [key, limit && plainValue(limit)] as const,
  );
  return plainLimits.length > 0 && plainLimits.every(([, value]) => typeof value === 'number')
    ? { schema: { type: 'number', ...Object.fromEntries(plainLimits) } }
    : null;
}

const same = (schema: JsonSchema, is: boolean): Test => (is ? { schema } : { schema, isNot: true });

const LIMITS = {
  maior: 'exclusiveMinimum',
  maior_igual: 'minimum',
  menor: 'exclusiveMaximum',
  menor_igual: 'maximum',
} as const;

const limitOf = (faz: Operation, value: Expression | undefined) =>
  Object.hasOwn(LIMITS, faz) ? { [LIMITS[faz as keyof typeof LIMITS]]: value } : null;

const FILLED: JsonSchema = { not: { enum: ['', null] } };
const isFilled = (test: Item) => JSON.stringify(test) === JSON.stringify(FILLED);

function plainValue(node: Expression): Value | undefined {
  if ('texto' in node) return node.texto;
  if ('logico' in node) return node.logico;
  return 'numero' in node && Number.isFinite(Number(node.numero)) ? Number(node.numero) : undefined;
}

const at = (path: readonly string[], test: JsonSchema): JsonSchema =>
  path.reduceRight<JsonSchema>((inner, name) => ({ properties: { [name]: inner }, required: [name] }), test);

/** Two objects of questions as one; `null` where both ask about the same field, or one is no such object. */
function merge(one: Item, other: Item): Item | null {
  if (Object.keys(one).length === 0) return other;
  const [left, right] = [nested(one), nested(other)];
  if (!left || !right) return null;
  const properties: Record<string, unknown> = { ...left };
  for (const [name, schema] of Object.entries(right)) {
    const before = properties[name];
    const both =
      before === undefined ? schema : isRecord(before) && isRecord(schema) && merge(before, schema);
    if (!both) return null;
    properties[name] = both;
  }
  return { properties, required: Object.keys(properties) };
}

/** The properties of an object that demands each of them and nothing more. */
function nested(schema: unknown): Record<string, unknown> | null {
  if (!isRecord(schema) || Object.keys(schema).some((key) => key !== 'properties' && key !== 'required'))
    return null;
  const { properties, required } = schema;
  if (!isRecord(properties) || !Array.isArray(required)) return null;
  const names = Object.keys(properties);
  const isWhole = names.length > 0 && names.length === required.length;
  return isWhole && names.every((name) => required.includes(name)) ? { ...properties } : null;
}

/** The condition that an `if` says; `null` where it says more than the editor shows, and stays as it is written. */
export function schemaCondition(schema: unknown): Expression | null {
  if (!isRecord(schema)) return null;
  const tests = testsIn(schema, []);
  if (tests) {
    const read = tests.map(({ path, test }) => asked(path, test));
    return all(read) ? (read.length === 1 ? (read[0] ?? null) : call('todas', ...read)) : null;
  }
  const [key, ...more] = Object.keys(schema);
  if (more.length > 0) return null;
  if (key === 'allOf' || key === 'anyOf') return group(key === 'allOf' ? 'todas' : 'alguma', schema[key]);
  return key === 'not' ? denied(schema.not) : null;
}

const all = (parts: readonly (Expression | null)[]): parts is Expression[] =>
  parts.length > 0 && parts.every((part) => part !== null);

function group(faz: 'todas' | 'alguma' | 'nenhuma', schemas: unknown): Expression | null {
  const read = Array.isArray(schemas) ? schemas.map(schemaCondition) : [];
  return all(read) ? call(faz, ...read) : null;
}

function denied(schema: unknown): Expression | null {
  if (!isRecord(schema)) return null;
  if (Object.keys(schema).join() === 'anyOf') return group('nenhuma', schema.anyOf);
  const [only, ...more] = testsIn(schema, []) ?? [];
  if (!only || more.length > 0) return null;
  const { path, test } = only;
  const field = { campo: path.join('.') };
  if (isFilled(test)) return call('vazio', field);
  const value = constantIn(test);
  if (value === true && path[0] !== CONTEXT) return call('igual', field, { logico: false });
  return value === undefined || typeof value === 'boolean' ? null : call('diferente', field, literal(value));
}

interface PlacedTest {
  path: readonly string[];
  test: Item;
}

/** The questions of an object, each about one field; `null` for any other schema. */
function testsIn(schema: Item, path: readonly string[]): PlacedTest[] | null {
  const properties = nested(schema);
  if (!properties) return path.length > 0 ? [{ path, test: schema }] : null;
  const found = Object.entries(properties).map(([name, inner]) =>
    isRecord(inner) ? testsIn(inner, [...path, name]) : null,
  );
  return found.every((tests) => tests !== null) ? found.flat() : null;
}

function asked(path: readonly string[], test: Item): Expression | null {
  const field = { campo: path.join('.') };
  if (isFilled(test)) return call('nenhuma', call('vazio', field));
  const value = constantIn(test);
  // 'não' of a field of the step would not hold for what nobody ticked.
  if (value === false && path[0] !== CONTEXT) return null;
  if (value !== undefined) return call('igual', field, literal(value));
  const [key, ...more] = Object.keys(test);
  if (key === 'enum' && more.length === 0 && Array.isArray(test.enum)) {
    const values: unknown[] = test.enum;
    const lista = values.filter((one) => typeof one === 'string' || typeof one === 'number').map(literal);
    return lista.length === values.length ? call('em', field, { lista }) : null;
  }
  return limited(field, test);
}

function limited(field: Expression, { type, ...limits }: Item): Expression | null {
  if (type !== 'number') return null;
  const entries = Object.entries(limits);
  if (entries.some(([, value]) => typeof value !== 'number')) return null;
  const [first, ...more] = entries;
  const number = (value: unknown) => ({ numero: String(value) });
  if (entries.length === 2 && 'minimum' in limits && 'maximum' in limits)
    return call('entre', field, number(limits.minimum), number(limits.maximum));
  const faz = (Object.keys(LIMITS) as (keyof typeof LIMITS)[]).find((name) => LIMITS[name] === first?.[0]);
  return faz && first && more.length === 0 ? call(faz, field, number(first[1])) : null;
}

function constantIn(test: Item): Value | undefined {
  const value = Object.keys(test).join() === 'const' ? test.const : undefined;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined;
}

const literal = (value: Value): Literal => {
  if (typeof value === 'boolean') return { logico: value };
  return typeof value === 'number' ? { numero: String(value) } : { texto: value };
};

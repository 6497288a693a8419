import { Ajv, type ErrorObject } from 'ajv';
import addFormatsModule from 'ajv-formats';
import fastJsonStringify from 'fast-json-stringify';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import { READS } from '#contract/route.ts';
import { escapePointer } from '#contract/rules/definitions/jsonLines.ts';
import { isCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { isUnseen, titleProblem } from '#contract/rules/titles.ts';
import { notFound, Refusal } from '../errors.ts';
import { MISSING } from './errors.ts';
import { MULTIPART } from './multipart.ts';

const addFormats = addFormatsModule.default ?? addFormatsModule;

/** Ajv would spend a third of each compilation on code that V8 leaves out by itself: validators are no faster for it. */
const code = { optimize: false };

/** Bodies are validated as they come: nothing is coerced, filled in or dropped (docs/domain.md 14, Parity). */
const strict = new Ajv({ allErrors: true, strict: false, useDefaults: false, code });

/** Paths, query strings and multipart fields are text on the wire, so numbers are parsed from it. */
const textual = new Ajv({ allErrors: true, strict: false, coerceTypes: 'array', useDefaults: true, code });

for (const ajv of [strict, textual]) {
  addFormats(ajv);
  ajv.addKeyword({ keyword: READS, type: 'string', errors: true, validate: judgeReading });
  // The database has no year 0.
  ajv.addFormat('date', (text) => isCalendarDate(text) && !text.startsWith('0000'));
}

/** Judges a text as its schema says (`READS`). An empty one is told by its length. */
function judgeReading(kind: unknown, text: string): boolean {
  const problem =
    text === '' ? null : isUnseen(text) ? MISSING : kind === 'TITULO' ? titleProblem(text.trim()) : null;
  judgeReading.errors = problem === null ? [] : [{ keyword: READS, params: { problem } }];
  return problem === null;
}
judgeReading.errors = [] as Partial<ErrorObject>[];

const strictValidator = compiledOnce((schema) => strict.compile(schema));

const textualValidator = compiledOnce((schema) => textual.compile(schema));

/** An address has one spelling: `1e0`, `0x1` and `1.0` do not name record 1. */
const namesRecord = (schema: object, params: Record<string, unknown>): boolean =>
  Object.entries((schema as { properties?: Record<string, { type?: string }> }).properties ?? {}).every(
    ([name, { type }]) => type !== 'integer' || /^\d+$/.test(String(params[name])),
  ) && isStorable(params);

/** The schema of a body of rows states how many values it may have (contract/records/routes/dataApi.ts). */
const mostValuesOf = (schema: object): number | undefined =>
  (schema as { 'x-valores'?: number })['x-valores'];

/** Compiles each schema at its first use: otherwise startup would spend seconds on calls that are never made. */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  if (httpPart === 'params')
    return (data) =>
      namesRecord(schema, data) ? resultOf(textualValidator(schema), data) : { error: notFound() };
  if (httpPart !== 'body') return (data) => resultOf(textualValidator(schema), data);
  return (data) =>
    resultOf(
      data && typeof data === 'object' && MULTIPART in data
        ? textualValidator(schema)
        : strictValidator(schema),
      data,
      { most: mostValuesOf(schema), exact: exactPartsOf(schema) },
    );
};

/** The parts of a body whose texts are refused by their own rules instead of being cleaned (contract/config/definitions.ts). */
const exactPartsOf = (schema: object): string[] =>
  Object.entries((schema as { properties?: Record<string, object> }).properties ?? {}).flatMap(
    ([name, part]) => ('x-exato' in part ? [name] : []),
  );

interface StorableLimits {
  /** The maximum number of values. */
  most?: number | undefined;
  /** Names of the parts whose texts are kept. */
  exact?: readonly string[];
}

type Validator = ((data: unknown) => unknown) & { errors?: ErrorObject[] | null };

function resultOf(validate: Validator, data: unknown, limits: StorableLimits = {}) {
  const refusal = refuseUnstorable(data, limits);
  if (refusal) return { error: refusal };
  return validate(data)
    ? { value: data }
    : { error: Object.assign(new Error('validation'), { ajv: validate.errors ?? [] }) };
}

/** Keywords that hold schemas by name (`BY_NAME`), or one schema or a list of them (`NESTED`). */
const BY_NAME = ['properties', 'patternProperties'];

const NESTED = ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'];

const serializers = new WeakMap<object, SerializerSchema>();

const VALUES = ['string', 'integer', 'number', 'boolean'];

const mapped = (schemas: Record<string, object>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, answerSchema(schema)]));

const parts = (schema: SerializerSchema): SerializerSchema =>
  Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (BY_NAME.includes(keyword)) return [keyword, mapped(value as Record<string, object>)];
      return [keyword, NESTED.includes(keyword) ? each(value) : value];
    }),
  );

/** Serializes an answer as its schema declares it: properties that the schema does not name never leave the server. */
export const serializerOf = compiledOnce((schema) => fastJsonStringify(answerSchema(schema)));

/**
 * Each answer schema is compiled at its first use: startup would otherwise compile all of them, most of which are never
 * needed.
 */
export const serializerCompiler: FastifySerializerCompiler<object> =
  ({ schema }) =>
  (data) =>
    serializerOf(schema)(data);

/** Compiles a schema at its first use; a schema object shared by several paths is compiled once. */
function compiledOnce<T>(compile: (schema: object) => T): (schema: object) => T {
  const compiledSchemas = new WeakMap<object, T>();
  return (schema) => {
    const compiled = compiledSchemas.get(schema) ?? compile(schema);
    compiledSchemas.set(schema, compiled);
    return compiled;
  };
}

/** The parts of a schema that the serializer reads. */
interface SerializerSchema {
  type?: unknown;
  const?: unknown;
  anyOf?: SerializerSchema[];
  [keyword: string]: unknown;
}

/**
 * The answer schema rewritten so that it is serialized without validation. To choose between alternatives,
 * fast-json-stringify calls an Ajv validator for each value of each answer, and compiles it on first use: nine tenths of the
 * cost of a call's first answer. There is nothing to choose between one schema and `null`, nor among values that are
 * serialized by their type.
 */
export function answerSchema(schema: object): object {
  const found = serializers.get(schema);
  if (found) return found;
  const narrowedSchema = withoutAlternatives(parts(schema as SerializerSchema));
  serializers.set(schema, narrowedSchema);
  return narrowedSchema;
}

function each(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((schema: object) => answerSchema(schema));
  return typeof value === 'object' && value !== null ? answerSchema(value) : value;
}

function withoutAlternatives(schema: SerializerSchema): SerializerSchema {
  const { anyOf } = schema;
  if (!anyOf) return schema;
  const [one, other, ...more] = anyOf;
  const isOneOrNull = other?.type === 'null' && more.length === 0;
  if (isOneOrNull && typeof one?.type === 'string' && !('const' in one)) return { ...one, nullable: true };
  return primitiveOf(anyOf) ?? schema;
}

/** Literals and other scalar values are serialized by their type, with or without `null`. */
function primitiveOf(anyOf: SerializerSchema[]): SerializerSchema | null {
  const types = [...new Set(anyOf.flatMap(({ type }) => type))].filter((type) => type !== 'null');
  if (types.length === 0 || !types.every((type) => VALUES.includes(type as string))) return null;
  const nullable = anyOf.some(({ type, nullable }) => type === 'null' || nullable === true);
  return { type: types.length === 1 ? types[0] : types, ...(nullable && { nullable }) };
}

/** Forms nest a few levels; PostgreSQL and recursive code fail at some thousand. */
const DEEPEST = 64;
/** The largest ticket has some thousand values. Validating a wrong value costs far more than sending it. */
const MAX_VALUES = 20_000;

/**
 * Checks input before validation, whatever its schema. Removes in place the characters that PostgreSQL cannot store (NUL,
 * half of a surrogate pair) from its texts, and returns a refusal if it is nested too deeply, has too many values, or has
 * such characters in its names. Texts in `exact` parts stay as they are, for rules that refuse them in words.
 */
export function refuseUnstorable(
  input: unknown,
  { most = MAX_VALUES, exact = [] }: StorableLimits = {},
): Refusal | null {
  const open: { value: unknown; depth: number; exact?: boolean }[] = [{ value: input, depth: 1 }];
  let seen = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    if (!isContainer(next.value)) continue;
    if (next.depth > DEEPEST) return tooMuch('Os dados enviados têm níveis demais.');
    const entries = Object.entries(next.value);
    seen += entries.length;
    if (seen > most) return tooMuch('O envio tem valores demais. Divida-o e tente de novo.');
    for (const [name, value] of entries) {
      if (UNSTORABLE.test(name)) return tooMuch('Há um nome de campo inválido nos dados enviados.');
      const isExact = next.exact ?? (next.depth === 1 && exact.includes(name));
      if (!isExact && typeof value === 'string' && UNSTORABLE.test(value))
        next.value[name] = value.replace(ALL, '');
      else open.push({ value, depth: next.depth + 1, exact: isExact });
    }
  }
  return null;
}

/** Where texts hold what cannot be stored, as JSON pointers. */
export function unstorablePlaces(value: unknown, at = ''): string[] {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? [at] : [];
  if (!isContainer(value)) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    unstorablePlaces(one, `${at}/${escapePointer(name)}`),
  );
}

/** Whether the path parameters could identify a record at all. */
const isStorable = (params: object): boolean =>
  Object.values(params).every((value) => !UNSTORABLE.test(String(value)));

const UNSTORABLE = /[\0\p{Cs}]/u;
const ALL = /[\0\p{Cs}]/gu;

const isContainer = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const tooMuch = (message: string) => new Refusal(422, 'DADOS_INVALIDOS', message, { corpo: message });

import { Ajv, type ErrorObject } from 'ajv';
import addFormatsModule from 'ajv-formats';
import fastJsonStringify from 'fast-json-stringify';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import { isCalendarDate } from '../../contract/rules/calendarDate.ts';
import { notFound } from '../errors.ts';
import { MULTIPART } from './multipart.ts';
import { isStorable, refuseUnstorable } from './storable.ts';

const addFormats = addFormatsModule.default ?? addFormatsModule;

/** Bodies are judged as they come: nothing is coerced, filled or dropped (FORMS.md, Parity). */
const strict = new Ajv({ allErrors: true, strict: false, useDefaults: false });

/** Paths, query strings and multipart fields are text on the wire: numbers are read from it. */
const textual = new Ajv({ allErrors: true, strict: false, coerceTypes: 'array', useDefaults: true });

for (const ajv of [strict, textual]) {
  addFormats(ajv);
  // The database knows no year 0.
  ajv.addFormat('date', (text) => isCalendarDate(text) && !text.startsWith('0000'));
}

const strictJudge = compiledOnce((schema) => strict.compile(schema));

const textualJudge = compiledOnce((schema) => textual.compile(schema));

/** An address has one spelling: `1e0`, `0x1` and `1.0` are no other names of the record 1. */
const namesRecord = (schema: object, params: Record<string, unknown>): boolean =>
  Object.entries((schema as { properties?: Record<string, { type?: string }> }).properties ?? {}).every(
    ([name, { type }]) => type !== 'integer' || /^\d+$/.test(String(params[name])),
  ) && isStorable(params);

/** A body of rows says itself how many values it may have (contract/records/dataApi.ts). */
const mostValuesOf = (schema: object): number | undefined =>
  (schema as { 'x-valores'?: number })['x-valores'];

/** Compiles each schema at its first use: a start would wait seconds for calls that nobody makes. */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  if (httpPart === 'params')
    return (data) => (namesRecord(schema, data) ? judged(textualJudge(schema), data) : { error: notFound() });
  if (httpPart !== 'body') return (data) => judged(textualJudge(schema), data);
  return (data) =>
    judged(
      data && typeof data === 'object' && MULTIPART in data ? textualJudge(schema) : strictJudge(schema),
      data,
      mostValuesOf(schema),
    );
};

type Judge = ((data: unknown) => unknown) & { errors?: ErrorObject[] | null };

function judged(judge: Judge, data: unknown, most?: number) {
  const refusal = refuseUnstorable(data, most);
  if (refusal) return { error: refusal };
  return judge(data)
    ? { value: data }
    : { error: Object.assign(new Error('validation'), { ajv: judge.errors ?? [] }) };
}

/** Keywords that hold schemas by name, one schema, or a list of them. */
const BY_NAME = ['properties', 'patternProperties'];

const NESTED = ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'];

const known = new WeakMap<object, Written>();

const VALUES = ['string', 'integer', 'number', 'boolean'];

const mapped = (schemas: Record<string, object>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, answerSchema(schema)]));

const parts = (schema: Written): Written =>
  Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (BY_NAME.includes(keyword)) return [keyword, mapped(value as Record<string, object>)];
      return [keyword, NESTED.includes(keyword) ? each(value) : value];
    }),
  );

/** Writes an answer as its schema declares it: what the schema does not name never leaves the server. */
export const serializerOf = compiledOnce((schema) => fastJsonStringify(answerSchema(schema)));

/** A start would compile every answer of every call, most of them for nobody: each is compiled at its first use. */
export const serializerCompiler: FastifySerializerCompiler<object> =
  ({ schema }) =>
  (data) =>
    serializerOf(schema)(data);

/** Compiles a schema at its first use; a schema object that several paths share is compiled once. */
function compiledOnce<T>(compile: (schema: object) => T): (schema: object) => T {
  const known = new WeakMap<object, T>();
  return (schema) => {
    const compiled = known.get(schema) ?? compile(schema);
    known.set(schema, compiled);
    return compiled;
  };
}

/** What of a schema the writer of answers reads. */
interface Written {
  type?: unknown;
  const?: unknown;
  anyOf?: Written[];
  [keyword: string]: unknown;
}

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

/** Literals and other single values are written by their type, with `null` or without it. */
function primitiveOf(anyOf: Written[]): Written | null {
  const types = [...new Set(anyOf.flatMap(({ type }) => type))].filter((type) => type !== 'null');
  if (types.length === 0 || !types.every((type) => VALUES.includes(type as string))) return null;
  const nullable = anyOf.some(({ type, nullable }) => type === 'null' || nullable === true);
  return { type: types.length === 1 ? types[0] : types, ...(nullable && { nullable }) };
}

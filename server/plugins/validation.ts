import { Ajv, type ErrorObject } from 'ajv';
import addFormatsModule from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { MULTIPART } from './multipart.ts';

const addFormats = addFormatsModule.default ?? addFormatsModule;

/** Bodies are judged as they come: nothing is coerced, filled or dropped (FORMS.md, Parity). */
const strict = new Ajv({ allErrors: true, strict: false, useDefaults: false });
/** Paths, query strings and multipart fields are text on the wire: numbers are read from it. */
const textual = new Ajv({ allErrors: true, strict: false, coerceTypes: 'array', useDefaults: true });
addFormats(strict);
addFormats(textual);

export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const fromText = textual.compile(schema);
  if (httpPart !== 'body') return (data) => judged(fromText, data);
  const asSent = strict.compile(schema);
  return (data) => judged(data && typeof data === 'object' && MULTIPART in data ? fromText : asSent, data);
};

type Judge = ((data: unknown) => unknown) & { errors?: ErrorObject[] | null };

const judged = (judge: Judge, data: unknown) =>
  judge(data)
    ? { value: data }
    : { error: Object.assign(new Error('validation'), { ajv: judge.errors ?? [] }) };

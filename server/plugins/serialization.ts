import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { compiledOnce } from './compiledOnce.ts';

/** Writes an answer as its schema declares it: what the schema does not name never leaves the server. */
export const serializerOf = compiledOnce((schema) => fastJsonStringify(schema));

/** A start would compile every answer of every call, most of them for nobody: each is compiled at its first use. */
export const serializerCompiler: FastifySerializerCompiler<object> =
  ({ schema }) =>
  (data) =>
    serializerOf(schema)(data);

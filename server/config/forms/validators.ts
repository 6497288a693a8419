import type { JsonSchema } from '../../../contract/rules/definitions/definition.ts';
import type { Executor } from '../../db/client.ts';

/**
 * Address of the compiled validator of a schema, compiled and stored when nobody did yet. The same schema has the
 * same address in every process.
 */
export async function validatorAddress(_db: Executor, _schema: JsonSchema): Promise<string> {
  throw new Error('to be written');
}

/** What the server says of form data: texts by JSON pointer; empty when the data is good. The browser's very rules. */
export function formErrors(_schema: JsonSchema, _data: unknown): Record<string, string> {
  throw new Error('to be written');
}

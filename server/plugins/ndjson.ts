import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.ts';

/** Bodies of one JSON object a line, as systems stream them; a call that takes no rows refuses the array. */
export function readNdjson(app: FastifyInstance): void {
  app.addContentTypeParser(
    ['application/x-ndjson', 'application/jsonl'],
    { parseAs: 'string' },
    async (_request: unknown, text: string | Buffer) =>
      String(text)
        .split('\n')
        .flatMap((line, index) => (line.trim() === '' ? [] : [parsed(line, index + 1)])),
  );
}

function parsed(line: string, number: number): unknown {
  try {
    return JSON.parse(line, withoutPrototype);
  } catch {
    throw new Refusal(400, 'JSON_INVALIDO', `A linha ${number} não é um JSON válido.`);
  }
}

/** What would reach the prototype of an object is no field of a record. */
const withoutPrototype = (key: string, value: unknown) => (key === '__proto__' ? undefined : value);

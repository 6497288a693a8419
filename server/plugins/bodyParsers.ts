import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';

/** Bodies of one JSON object a line, as systems stream them, for the calls that take rows (`Route.rows`). */
export function readNdjson(app: FastifyInstance): void {
  app.addContentTypeParser(
    ['application/x-ndjson', 'application/jsonl'],
    { parseAs: 'string' },
    async (request: FastifyRequest, text: string | Buffer) => {
      const rows = request.routeOptions.config.contract?.rows;
      if (!rows) throw new Refusal(415, 'FORMATO_RECUSADO', 'Envie os dados em JSON.');
      return linesOf(String(text), rows.most);
    },
  );
}

/** One row more than may come is enough to refuse them all. */
function linesOf(text: string, most: number): unknown[] {
  const found: unknown[] = [];
  let number = 1;
  for (let start = 0; start < text.length && found.length <= most; number++) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    const line = text.slice(start, end).trim();
    if (line !== '') found.push(parsed(line, number));
    start = end + 1;
  }
  return found;
}

function parsed(line: string, number: number): unknown {
  try {
    // What would reach the prototype of an object is no field of a record.
    return line.includes('__proto__') ? JSON.parse(line, withoutPrototype) : JSON.parse(line);
  } catch {
    throw new Refusal(400, 'JSON_INVALIDO', `A linha ${number} não é um JSON válido.`);
  }
}

const withoutPrototype = (key: string, value: unknown) => (key === '__proto__' ? undefined : value);

/**
 * Forms of the web, for the calls of other servers that are told so (`Route.form`). Nowhere else: a page elsewhere could
 * send one with the cookies of whoever looks at it.
 */
export function readWebForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 64 * 1024 },
    async (request: FastifyRequest, text: string | Buffer) => {
      const { form, body } = request.routeOptions.config.contract ?? {};
      if (!form) throw new Refusal(415, 'FORMATO_RECUSADO', 'Envie os dados em JSON.');
      const fields = [...new URLSearchParams(String(text))];
      return Object.fromEntries(fields.filter(([name]) => Object.hasOwn(body?.properties ?? {}, name)));
    },
  );
}

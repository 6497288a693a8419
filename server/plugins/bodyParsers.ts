import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';

/** Parses NDJSON bodies (one JSON object per line), as other systems stream them, for calls that take rows (`Route.rows`). */
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

/** Stops after one row more than is allowed, which is enough to reject the body. */
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
    // A key that would set an object's prototype is never a field of a record.
    return line.includes('__proto__') ? JSON.parse(line, withoutPrototype) : JSON.parse(line);
  } catch {
    throw new Refusal(400, 'JSON_INVALIDO', `A linha ${number} não é um JSON válido.`);
  }
}

const withoutPrototype = (key: string, value: unknown) => (key === '__proto__' ? undefined : value);

/**
 * Parses HTML form bodies for calls made by other servers that accept them (`Route.form`). They are accepted nowhere else: a
 * foreign page could submit such a form with its visitor's cookies.
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

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { firstWrongLine, utf8Text } from '#contract/rules/text.ts';
import { Refusal } from '../errors.ts';

/**
 * Decodes a body. Some older systems send Windows-1252 as JSON: such a body is refused, because decoding it as UTF-8 would
 * replace every accented letter by U+FFFD.
 */
function textOf(body: Buffer): string {
  const text = utf8Text(body);
  if (text !== null) return text;
  throw new Refusal(
    400,
    'TEXTO_NAO_UTF8',
    `Os dados enviados não estão em UTF-8, e os acentos se perderiam (linha ${firstWrongLine(body)}). Envie-os em UTF-8.`,
  );
}

/** Replaces Fastify's JSON parser by one that refuses invalid UTF-8. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      parse(request, textOf(body as Buffer), done);
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Parses NDJSON bodies (one JSON object per line), as other systems stream them, for calls that take rows (`Route.rows`). */
export function readNdjson(app: FastifyInstance): void {
  app.addContentTypeParser(
    ['application/x-ndjson', 'application/jsonl'],
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: string | Buffer) => {
      const rows = request.routeOptions.config.contract?.rows;
      if (!rows) throw new Refusal(415, 'FORMATO_RECUSADO', 'Envie os dados em JSON.');
      return linesOf(textOf(body as Buffer), rows.most);
    },
  );
}

/** No record comes near it, but parsing and judging a line takes time for each of its keys. */
const MAX_LINE = 256 * 1024;

/** Stops after one row more than is allowed, which is enough to reject the body. */
function linesOf(text: string, most: number): unknown[] {
  const found: unknown[] = [];
  let number = 1;
  for (let start = 0; start < text.length && found.length <= most; number++) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    if (end - start > MAX_LINE)
      throw new Refusal(
        422,
        'LINHA_GRANDE',
        `A linha ${number} é grande demais para um registro. Envie um registro por linha.`,
      );
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

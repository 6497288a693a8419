import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Route } from '#contract/route.ts';
import { firstWrongLine, utf8Text } from '#contract/rules/text.ts';
import { ListScanner, NotAList, TooLargeElement } from '../adapters/spreadsheet/listScanner.ts';
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

/**
 * Replaces Fastify's JSON parser by one that refuses invalid UTF-8, and reads rows one by one: twenty megabytes parsed at once
 * would hold the process for seconds.
 */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const text = textOf(body as Buffer);
      const { rows } = request.routeOptions.config.contract ?? {};
      if (!rows || text.length <= MAX_LINE) return parse(request, text, done);
      rowsOf(text, rows).then((found) => done(null, found), done);
    } catch (error) {
      done(error as Error);
    }
  });
}

type Rows = NonNullable<Route['rows']>;

/** Characters that are scanned before others get their turn. */
const PIECE = 64 * 1024;

/** The rows of a list, or of an object that has only the list; one row more than is allowed is enough to reject them. */
async function rowsOf(text: string, { key, most }: Rows): Promise<unknown[]> {
  const begin = text.indexOf('[');
  const before = text.slice(0, Math.min(Math.max(begin, 0), 200)).replace(/\s+/g, '');
  const isObject = before === `{"${key}":`;
  const end = isObject ? text.trimEnd().length - 1 : text.length;
  if (begin < 0 || (before !== '' && !isObject) || (isObject && text[end] !== '}'))
    throw new Refusal(
      422,
      'DADOS_INVALIDOS',
      `Um envio deste tamanho só pode ter a lista "${key}", ou ser a lista em si.`,
    );
  const scanner = new ListScanner();
  const found: unknown[] = [];
  for (let at = begin; at < end && found.length <= most; at += PIECE) {
    for (const row of elementsOf(scanner, text.slice(at, Math.min(at + PIECE, end)), found.length + 1))
      found.push(parsed(row, `O registro ${found.length + 1}`));
    await turn();
  }
  if (found.length <= most && !scanner.isClosed) throw notJson('O envio');
  return found;
}

/** The texts of the rows that end in the piece. */
function* elementsOf(scanner: ListScanner, piece: string, number: number): Generator<string> {
  try {
    yield* scanner.elements(piece);
  } catch (error) {
    if (error instanceof TooLargeElement)
      throw new Refusal(
        422,
        'LINHA_GRANDE',
        `O registro ${number} é grande demais para um registro. Envie menos dados em cada um.`,
      );
    throw error instanceof NotAList ? notJson('O envio') : error;
  }
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
    if (line !== '') found.push(parsed(line, `A linha ${number}`));
    start = end + 1;
  }
  return found;
}

/** `name` begins the sentence of a refusal: 'A linha 3'. */
function parsed(row: string, name: string): unknown {
  try {
    // A key that would set an object's prototype is never a field of a record.
    return row.includes('__proto__') ? JSON.parse(row, withoutPrototype) : JSON.parse(row);
  } catch {
    throw notJson(name);
  }
}

const notJson = (name: string) => new Refusal(400, 'JSON_INVALIDO', `${name} não é um JSON válido.`);

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

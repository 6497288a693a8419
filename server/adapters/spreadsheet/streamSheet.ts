import { Readable } from 'node:stream';
import { text as textOfStream } from 'node:stream/consumers';
import { type CsvError, parse } from 'csv-parse';
import { type SheetCell, textCell } from '../../../contract/rules/imports/cellText.ts';
import type { Encoding, SheetShape } from '../../db/tables/index.ts';
import { MAX_UNPACKED, type OpenContent, packedContent, sheetRefusal } from './sheetShape.ts';
import { openWorkbook, type Workbook } from './workbook/openWorkbook.ts';
import { sheetCell, sheetLines } from './workbook/sheetLines.ts';

/** A line of a file. `line` counts from one, as a text editor and a spreadsheet show it. */
export interface SheetRow {
  line: number;
  cells: SheetCell[];
}

/** An object of a JSON file; `data` is null when a line is not an object. */
interface ObjectRow {
  line: number;
  data: Readonly<Record<string, unknown>> | null;
}

const MAX_COLUMNS = 256;
const MAX_CELLS = 2_000_000;
const MAX_RECORD_BYTES = 256 * 1024;
const MAX_JSON = 50 * 1024 * 1024;

/** Yields the lines of a CSV or of one sheet of an XLSX one by one, so memory use stays flat. Empty ones are skipped. */
export async function* sheetRows(
  open: OpenContent,
  shape: Extract<SheetShape, { format: 'CSV' | 'XLSX' }>,
): AsyncGenerator<SheetRow> {
  const rows = shape.format === 'CSV' ? csvRows(open, shape) : xlsxRows(open, shape);
  for await (const row of rows) {
    if (row.cells.length > MAX_COLUMNS && row.cells.slice(MAX_COLUMNS).some(({ text }) => text !== ''))
      throw sheetRefusal(
        `A linha ${row.line} tem mais de ${MAX_COLUMNS} colunas. Deixe na planilha só as que serão importadas.`,
      );
    if (row.cells.some(({ text }) => text !== '')) yield row;
  }
}

async function* csvRows(
  open: OpenContent,
  { encoding, delimiter }: { encoding: Encoding; delimiter: string },
): AsyncGenerator<SheetRow> {
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    // With its line, but without the rest that `info` adds to each: many records wait to be read at a time.
    on_record: (record, { lines }) => [String(lines), ...record],
    // To an ERP, '"Parafuso 3/4" zincado' is not a quoted text.
    relax_quotes: true,
    max_record_size: MAX_RECORD_BYTES,
  });
  const content = await open();
  const decoder = new TextDecoder(encoding);
  async function* decoded() {
    for await (const chunk of content) yield decoder.decode(chunk as Buffer, { stream: true });
    yield decoder.decode();
  }
  const source = Readable.from(decoded());
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const [line, ...texts] of parser as AsyncIterable<string[]>)
      yield { line: Number(line), cells: texts.map(textCell) };
  } catch (error) {
    const { lines, code } = error as CsvError & { lines?: number };
    if (code === undefined) throw error;
    throw sheetRefusal(
      code === 'CSV_MAX_RECORD_SIZE' || code === 'CSV_QUOTE_NOT_CLOSED'
        ? `Há aspas que abrem e não fecham${lines ? ` até a linha ${lines}` : ''}. Corrija-as e envie de novo.`
        : `O arquivo não pôde ser lido como CSV${lines ? ` na linha ${lines}` : ''}. Confira as aspas e o separador.`,
    );
  } finally {
    source.destroy();
    content.destroy();
  }
}

async function* xlsxRows(open: OpenContent, { sheets, sheet }: { sheets: string[]; sheet: number }) {
  const content = await packedContent(await open());
  const allowance = { left: MAX_UNPACKED };
  let book: Workbook | undefined;
  let cells = 0;
  try {
    book = await openWorkbook(content, allowance);
    const wanted = book.sheets.find(({ name }) => name === sheets[sheet]);
    if (!wanted) throw new Error('the sheet is not there');
    for await (const row of sheetLines(book, wanted, allowance)) {
      cells += row.cells.length;
      if (cells > MAX_CELLS) break;
      yield { line: row.line, cells: Array.from(row.cells, sheetCell) };
    }
  } catch {
    throw sheetRefusal('A planilha não pôde ser lida até o fim. Salve-a de novo e envie outra vez.');
  } finally {
    book?.parts.close();
  }
  if (cells > MAX_CELLS)
    throw sheetRefusal(
      'A planilha passa de 2 milhões de células. Salve-a como CSV, que não tem este limite.',
    );
}

/** Yields the objects of a JSON list, or of a file with one object per line. A list is read whole, so its size is bounded. */
export async function* objectRows(
  open: OpenContent,
  shape: Extract<SheetShape, { format: 'JSON' | 'NDJSON' }>,
): AsyncGenerator<ObjectRow> {
  if (shape.format === 'JSON') return yield* listRows(open);
  let line = 0;
  for await (const text of linesOf(await open())) {
    line += 1;
    if (text.trim() !== '') yield { line, data: objectOf(text) };
  }
}

async function* listRows(open: OpenContent): AsyncGenerator<ObjectRow> {
  const content = await open();
  let size = 0;
  content.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_JSON)
      content.destroy(sheetRefusal('A lista JSON passa de 50 MB. Envie um objeto por linha (NDJSON).'));
  });
  const text = await textOfStream(content);
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw sheetRefusal('O arquivo não é um JSON válido.');
  }
  if (!Array.isArray(list)) throw sheetRefusal('O arquivo JSON deve ser uma lista de objetos.');
  for (const [index, one] of list.entries()) yield { line: index + 1, data: isObject(one) ? one : null };
}

async function* linesOf(content: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const chunk of content) {
    const parts = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    if (rest.length > MAX_RECORD_BYTES) throw sheetRefusal('Há uma linha longa demais no arquivo.');
    yield* parts;
  }
  yield rest + decoder.decode();
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

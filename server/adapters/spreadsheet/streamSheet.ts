import { Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { type SheetCell, textCell } from '#contract/rules/imports/cellText.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import type { Encoding, SheetShape } from '../../db/tables/index.ts';
import { ListScanner, notJson } from './listScanner.ts';
import {
  MAX_RECORD_BYTES,
  MAX_UNPACKED,
  type OpenContent,
  packedContent,
  sheetRefusal,
} from './sheetShape.ts';
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
    skip_empty_lines: true,
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
    for await (const chunk of content) yield* smallPieces(decoder.decode(chunk as Buffer, { stream: true }));
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

/**
 * The parser keeps all records of a piece in a list that it shortens from the front, each time moving the rest: thousands of
 * empty lines at once would cost time by the square of their number.
 */
function* smallPieces(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += MAX_PIECE) yield text.slice(from, from + MAX_PIECE);
}
const MAX_PIECE = 4 * 1024;

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

/** Yields the objects of a JSON list, or of a file with one object per line. */
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

/**
 * Reads a list element by element. As a whole it would be parsed in one go, which nothing can interrupt, and take many times
 * its size in memory.
 */
async function* listRows(open: OpenContent): AsyncGenerator<ObjectRow> {
  let line = 0;
  const list = new ListScanner();
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of await open())
    for (const text of list.elements(decoder.decode(chunk as Buffer, { stream: true })))
      yield { line: ++line, data: elementOf(text) };
  for (const text of list.elements(decoder.decode())) yield { line: ++line, data: elementOf(text) };
  if (!list.isClosed) throw notJson();
}

async function* linesOf(content: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const chunk of content) {
    const parts = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n');
    // The last line is not complete, and may be too long already.
    if (parts.some((part) => part.length > MAX_RECORD_BYTES))
      throw sheetRefusal('Há uma linha longa demais no arquivo.');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  yield rest + decoder.decode();
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function elementOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    throw notJson();
  }
}

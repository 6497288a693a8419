import type { Readable } from 'node:stream';
import type { Encoding, SheetShape } from '../../db/tables/index.ts';
import { Refusal } from '../../errors.ts';
import { openWorkbook } from './workbook/openWorkbook.ts';
import { openParts, UnpackedTooLarge } from './workbook/zipParts.ts';

/** Opens the content from its start, again for each reading. */
export type OpenContent = () => Promise<Readable>;

/** Size of two million cells unpacked; no honest sheet exceeds it. */
export const MAX_UNPACKED = 320 * 1024 * 1024;
/** A record of a CSV, or an object of a JSON file. */
export const MAX_RECORD_BYTES = 256 * 1024;
/** The packed file is held in memory while it is read. */
const MAX_PACKED = 128 * 1024 * 1024;
const DELIMITERS = [';', '\t', '|', ','] as const;
const LOOKED_AT = 64 * 1024;

export const SHEET_REFUSED = 'PLANILHA_RECUSADA';
export const sheetRefusal = (message: string) => new Refusal(422, SHEET_REFUSED, message);

/** Detects the format from the file's content, since its name says little. Refuses a file that does not contain rows. */
export async function shapeOf(open: OpenContent, name: string): Promise<SheetShape> {
  const head = await headOf(await open());
  if (head.length === 0) throw sheetRefusal(`O arquivo "${name}" está vazio.`);
  if (head.subarray(0, 2).toString('latin1') === 'PK') return xlsxShape(open, name);
  const encoding = await encodingOf(open, head);
  const text = new TextDecoder(encoding).decode(head);
  if (text.includes('\0')) throw sheetRefusal(`O arquivo "${name}" não é CSV, XLSX, JSON nem NDJSON.`);
  const first = text.trimStart().charAt(0);
  if (first === '[' || first === '{') {
    if (encoding !== 'utf-8')
      throw sheetRefusal(
        `O arquivo "${name}" não está em UTF-8, como JSON precisa. Salve-o assim e envie de novo.`,
      );
    return { format: first === '[' ? 'JSON' : 'NDJSON' };
  }
  return { format: 'CSV', encoding, delimiter: delimiterOf(text) };
}

/** A file that names the fields itself has neither titles nor columns. */
export const isOfObjects = ({ format }: SheetShape): boolean => format === 'JSON' || format === 'NDJSON';

async function headOf(content: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= LOOKED_AT) break;
  }
  return Buffer.concat(chunks).subarray(0, LOOKED_AT);
}

/** UTF-8 if all of it is valid, otherwise the encoding that Brazilian spreadsheets and ERPs use for CSV. */
async function encodingOf(open: OpenContent, head: Buffer): Promise<Encoding> {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of await open()) decoder.decode(chunk as Buffer, { stream: true });
    decoder.decode();
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/**
 * The delimiter that splits the first lines into the most cells, equally in each; a comma in a text splits only some of them.
 */
function delimiterOf(text: string): string {
  const lines = text
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 20);
  const score = (sign: string) => {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, '').split(sign).length - 1);
    const usual = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
    return usual * counts.filter((count) => count === usual).length;
  };
  const [best] = DELIMITERS.map((sign) => ({ sign, points: score(sign) })).toSorted(
    (a, b) => b.points - a.points,
  );
  return best && best.points > 0 ? best.sign : ';';
}

async function xlsxShape(open: OpenContent, name: string): Promise<SheetShape> {
  const content = await packedContent(await open());
  try {
    const merged = await lastMergedLine(content);
    const book = await openWorkbook(content, { left: MAX_UNPACKED });
    book.parts.close();
    const sheets = book.sheets.filter(({ hidden }) => !hidden).map((sheet) => sheet.name);
    if (sheets.length === 0) throw new Error('no sheet is shown');
    return { format: 'XLSX', sheets, sheet: 0, ...(merged > 0 && { merged }) };
  } catch (error) {
    throw sheetRefusal(
      error instanceof UnpackedTooLarge
        ? `A planilha "${name}" é grande demais depois de aberta. Salve-a como CSV.`
        : `A planilha "${name}" não pôde ser lida. Salve-a de novo e envie outra vez.`,
    );
  }
}

/** Reads a workbook in its packed form; it is never unpacked as a whole. */
export async function packedContent(content: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > MAX_PACKED)
      throw sheetRefusal('A planilha passa de 128 MB. Salve-a como CSV, que pode ser maior.');
  }
  return Buffer.concat(chunks, size);
}

const MERGED = /<(?:\w+:)?mergeCell\s[^>]*?\bref="[A-Z]+\d+:[A-Z]+(\d+)"/g;
/** Long enough for a match that was cut in two between chunks. */
const MAX_KEPT = 200;

/** Unpacks everything once without keeping it, because merged ranges are listed after all cells of their sheet. */
async function lastMergedLine(content: Buffer): Promise<number> {
  const parts = await openParts(content);
  let last = 0;
  let rest = '';
  try {
    for await (const chunk of parts.readAll({ left: MAX_UNPACKED })) {
      const text = rest + chunk.toString('latin1');
      if (text.includes('mergeCell'))
        for (const [, line] of text.matchAll(MERGED)) last = Math.max(last, Number(line));
      rest = text.slice(-MAX_KEPT);
    }
    return last;
  } finally {
    parts.close();
  }
}

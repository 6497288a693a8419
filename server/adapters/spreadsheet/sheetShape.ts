import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { readXlsx } from 'hucre/xlsx';
import type { Encoding, SheetShape } from '../../db/tables/index.ts';
import { Refusal } from '../../errors.ts';

/** Opens the content from its start, again for each reading. */
export type OpenContent = () => Promise<Readable>;

/** What two million cells weigh unpacked, and no honest sheet passes. */
const MOST_UNPACKED = 320 * 1024 * 1024;
const DELIMITERS = [';', '\t', '|', ','] as const;
const LOOKED_AT = 64 * 1024;

export const sheetRefusal = (message: string) => new Refusal(422, 'PLANILHA_RECUSADA', message);

/** Finds out how the file is written, by what stands in it: its name says little. Refuses what is no file of rows. */
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

/** UTF-8 if all of it is, else what spreadsheets and ERPs of this country write when they say CSV. */
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

/** The sign that parts the first lines into the most cells, alike in each: a comma in a text parts only some. */
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
  const content = await buffer(await open());
  const broken = () =>
    sheetRefusal(`A planilha "${name}" não pôde ser lida. Salve-a de novo e envie outra vez.`);
  const swollen = () =>
    sheetRefusal(`A planilha "${name}" é grande demais depois de aberta. Salve-a como CSV.`);
  let merged = 0;
  await refuseSwollen(
    content,
    { swollen, broken },
    {
      most: MOST_UNPACKED,
      look: (part) => {
        merged = Math.max(merged, lastMergedLine(part));
      },
    },
  );
  const sheets: string[] = [];
  await readXlsx(content, {
    // Asked for the names alone: no sheet is read.
    sheets: (info) => {
      if (!info.hidden && !info.veryHidden) sheets.push(info.name);
      return false;
    },
  }).catch(() => {});
  if (sheets.length === 0) throw broken();
  return { format: 'XLSX', sheets, sheet: 0, ...(merged > 0 && { merged }) };
}

/** What is merged stands behind all cells of its sheet. */
function lastMergedLine(part: Buffer): number {
  const at = part.lastIndexOf('<mergeCells');
  if (at < 0) return 0;
  const lines = [...part.toString('latin1', at).matchAll(/<mergeCell\s[^>]*?\bref="[A-Z]+\d+:[A-Z]+(\d+)"/g)];
  return lines.reduce((last, [, line]) => Math.max(last, Number(line)), 0);
}

const unpack = promisify(inflateRaw);

/** What a sheet of a few thousand lines never comes near. */
const MOST_OF_OTHERS = 24 * 1024 * 1024;
const LONGEST_END = 65_557;
const END = 0x06054b50;
const ENTRY = 0x02014b50;

interface ZipRefusals {
  /** More than `most` bytes, once unpacked. */
  swollen: () => Error;
  /** No ZIP, or one that is cut off. */
  broken: () => Error;
}

/**
 * Unpacks each part of a ZIP file once, and throws where all of them together are more than `most` bytes: what the file
 * says about its own sizes is not believed. `look` sees each part, and nothing is kept of it.
 */
export async function refuseSwollen(
  content: Buffer,
  { swollen, broken }: ZipRefusals,
  { most = MOST_OF_OTHERS, look }: { most?: number; look?: (part: Buffer) => void } = {},
): Promise<void> {
  let left = most;
  try {
    for (const { data, packed } of entriesOf(content)) {
      if (left <= 0) throw swollen();
      const part = packed ? await unpack(data, { maxOutputLength: left }) : data;
      left -= part.length;
      look?.(part);
    }
  } catch (error) {
    const isTooMuch = left <= 0 || (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooMuch ? swollen() : broken();
  }
  if (left < 0) throw swollen();
}

function* entriesOf(content: Buffer) {
  const end = content.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || content.length - end > LONGEST_END || content.readUInt32LE(end) !== END)
    throw new Error('no end of a ZIP');
  const count = content.readUInt16LE(end + 10);
  let at = content.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (content.readUInt32LE(at) !== ENTRY) throw new Error('no entry of a ZIP');
    const size = content.readUInt32LE(at + 20);
    const header = content.readUInt32LE(at + 42);
    const start = header + 30 + content.readUInt16LE(header + 26) + content.readUInt16LE(header + 28);
    yield { packed: content.readUInt16LE(at + 10) === 8, data: content.subarray(start, start + size) };
    at += 46 + content.readUInt16LE(at + 28) + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32);
  }
}

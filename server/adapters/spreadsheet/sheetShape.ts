import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import type { Encoding, SheetShape } from '../../db/tables/index.ts';
import { Refusal } from '../../errors.ts';
import { refuseSwollen } from './zipSize.ts';

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

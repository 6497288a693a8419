import path from 'node:path/posix';
import { type NumberFormat, numberFormat, PREDEFINED_FORMATS } from './numberFormat.ts';
import {
  type Allowance,
  openParts,
  readPart,
  readWhole,
  UnpackedTooLarge,
  type ZipParts,
} from './zipParts.ts';

export interface WorkbookSheet {
  name: string;
  hidden: boolean;
  part: string;
}

/** A workbook's structure; the sheets themselves are read by `sheetLines`. */
export interface Workbook {
  parts: ZipParts;
  sheets: readonly WorkbookSheet[];
  /** Whether days are counted from 1904 instead of 1900. */
  from1904: boolean;
  strings: (allowance: Allowance) => Promise<StringTable>;
  /** How each cell style shows a number, by its index. */
  formats: (allowance: Allowance) => Promise<readonly CellFormat[]>;
}

interface Relation {
  type: string;
  part: string;
}

/** Throws when the content is not a workbook. The caller must close its `parts`. */
export async function openWorkbook(content: Buffer, allowance: Allowance): Promise<Workbook> {
  const parts = await openParts(content);
  try {
    return await workbookOf(parts, allowance);
  } catch (error) {
    parts.close();
    throw error;
  }
}

async function workbookOf(parts: ZipParts, allowance: Allowance): Promise<Workbook> {
  const main = partOf(await relationsOf(parts, '', allowance), 'officeDocument');
  if (!main) throw new Error('no workbook');
  const relations = await relationsOf(parts, main, allowance);
  const sheets: WorkbookSheet[] = [];
  let from1904 = false;
  await readWhole(parts.read(main, allowance), {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      // The attribute's prefix is chosen by the file.
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      const found = relations.get(id);
      if (found)
        sheets.push({
          name: attributes.name ?? '',
          hidden: ['hidden', 'veryHidden'].includes(attributes.state ?? ''),
          part: found.part,
        });
    },
  });
  const strings = partOf(relations, 'sharedStrings');
  const styles = partOf(relations, 'styles');
  const has = (part: string | undefined): part is string => part !== undefined && parts.names.includes(part);
  return {
    parts,
    sheets,
    from1904,
    strings: async (left) => (has(strings) ? readStrings(parts.read(strings, left)) : new StringTable()),
    formats: async (left) => (has(styles) ? cellFormats(parts.read(styles, left)) : []),
  };
}

/** The parts that a part ('' for the file itself) refers to, by relationship id. */
async function relationsOf(
  parts: ZipParts,
  of: string,
  allowance: Allowance,
): Promise<ReadonlyMap<string, Relation>> {
  const folder = path.dirname(of);
  const found = new Map<string, Relation>();
  const name = path.join(folder, '_rels', `${path.basename(of)}.rels`);
  if (!parts.names.includes(name)) return found;
  await readWhole(parts.read(name, allowance), {
    open(tag, { Id = '', Type = '', Target = '' }) {
      if (tag !== 'Relationship') return;
      const part = Target.startsWith('/') ? Target.slice(1) : path.join(folder, Target);
      found.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), part });
    },
  });
  return found;
}

const partOf = (relations: ReadonlyMap<string, Relation>, type: string): string | undefined =>
  [...relations.values()].find((each) => each.type === type)?.part;

/** Date formats predefined by number: 14 to 22 and 45 to 47, and the ranges for Asian scripts. */
const KNOWN = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** A day or a time, or a number in its format. */
export type CellFormat = 'day' | NumberFormat;

/** The formats of the cell styles, each parsed once: workbooks repeat the same few in thousands of styles. */
async function cellFormats(content: AsyncIterable<Buffer>): Promise<readonly CellFormat[]> {
  const codes = new Map<number, string>();
  const parsed = new Map<number, CellFormat>();
  const formats: CellFormat[] = [];
  let inCells = false;
  const formatOf = (id: number): CellFormat => {
    const code = codes.get(id);
    if (code === undefined ? KNOWN(id) : isDateFormat(code)) return 'day';
    return numberFormat(code ?? PREDEFINED_FORMATS[id] ?? '');
  };
  await readWhole(content, {
    open(name, { numFmtId, formatCode = '' }) {
      const id = Number(numFmtId);
      if (name === 'numFmt') codes.set(id, formatCode);
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) {
        const format = parsed.get(id) ?? formatOf(id);
        parsed.set(id, format);
        formats.push(format);
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats;
}

/** Whether a format shows years, days, hours or seconds, ignoring literal text in it. */
export function isDateFormat(format: string): boolean {
  if (/\[(?:h+|m+|s+)\]/i.test(format)) return true;
  const signs = format
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\\./g, '')
    .replace(/"[^"]*"/g, '')
    .replace(/[*_]./g, '')
    .toLowerCase();
  return signs.trim() !== 'general' && /[yd]|m{3,}|(?:^|[^a-z])[hs]{1,2}(?:[^a-z]|$)|am\/pm|a\/p/.test(signs);
}

const PAGE = 4 * 1024 * 1024;
/** In UTF-8. Two million cells of one word each take a quarter of it. */
const MAX_BYTES = 128 * 1024 * 1024;

/**
 * The shared strings of a workbook, in a few pages of bytes: a million of them as JavaScript strings take three times the
 * memory, and slices of what was read would keep all of that alive.
 */
export class StringTable {
  readonly #pages: Buffer[] = [];
  /** For each text, its page with the offset there, and its size. */
  #places = new Float64Array(1024);
  #count = 0;
  /** Bytes used in the last page, and in all of them. */
  #used = 0;
  #bytes = 0;

  add(text: string): void {
    const size = Buffer.byteLength(text);
    this.#bytes += size;
    if (this.#bytes > MAX_BYTES) throw new UnpackedTooLarge();
    if (this.#pages.length === 0 || this.#used + size > PAGE) {
      this.#pages.push(Buffer.allocUnsafeSlow(Math.max(PAGE, size)));
      this.#used = 0;
    }
    const page = this.#pages.length - 1;
    this.#pages[page]?.write(text, this.#used);
    if ((this.#count + 1) * 2 > this.#places.length) {
      const wider = new Float64Array(this.#places.length * 2);
      wider.set(this.#places);
      this.#places = wider;
    }
    this.#places[this.#count * 2] = page * 2 ** 32 + this.#used;
    this.#places[this.#count * 2 + 1] = size;
    this.#count += 1;
    this.#used += size;
  }

  get(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) return undefined;
    const place = this.#places[index * 2] ?? 0;
    const begin = place % 2 ** 32;
    return this.#pages[Math.floor(place / 2 ** 32)]?.toString(
      'utf8',
      begin,
      begin + (this.#places[index * 2 + 1] ?? 0),
    );
  }
}

/** Reads the shared strings, joining the parts of each; phonetic hints (`rPh`) are left out. */
async function readStrings(content: AsyncIterable<Buffer>): Promise<StringTable> {
  const table = new StringTable();
  let text = '';
  let heard = false;
  let spoken = false;
  const reading = readPart(content, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') spoken = true;
      else if (name === 't') heard = !spoken;
    },
    text(piece) {
      if (heard) text += piece;
    },
    close(name) {
      if (name === 'si') table.add(withoutEscapes(text));
      else if (name === 'rPh') spoken = false;
      else if (name === 't') heard = false;
    },
  });
  for await (const _ of reading);
  return table;
}

/** '_x000D_' is how a workbook escapes a character that XML does not allow. */
export const withoutEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

import path from 'node:path/posix';
import { readStrings, StringTable } from './stringTable.ts';
import { type Allowance, openParts, readWhole, type ZipParts } from './zipParts.ts';

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
  /** Indices of the styles that show a number as a day. */
  dates: (allowance: Allowance) => Promise<ReadonlySet<number>>;
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
    dates: async (left) => (has(styles) ? dateStyles(parts.read(styles, left)) : new Set()),
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

/** Indices of the cell styles that show a number as a day or a time. */
async function dateStyles(content: AsyncIterable<Buffer>): Promise<ReadonlySet<number>> {
  const formats = new Map<number, string>();
  const dates = new Set<number>();
  let place = -1;
  await readWhole(content, {
    open(name, { numFmtId, formatCode = '' }) {
      const id = Number(numFmtId);
      if (name === 'numFmt') formats.set(id, formatCode);
      else if (name === 'cellXfs') place = 0;
      else if (name === 'xf' && place >= 0) {
        const format = formats.get(id);
        if (format === undefined ? KNOWN(id) : isDateFormat(format)) dates.add(place);
        place += 1;
      }
    },
    close(name) {
      if (name === 'cellXfs') place = -1;
    },
  });
  return dates;
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

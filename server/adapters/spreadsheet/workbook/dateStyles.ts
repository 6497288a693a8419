import { readWhole } from './readPart.ts';

/** Date formats predefined by number: 14 to 22 and 45 to 47, and the ranges for Asian scripts. */
const KNOWN = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Indices of the cell styles that show a number as a day or a time. */
export async function dateStyles(content: AsyncIterable<Buffer>): Promise<ReadonlySet<number>> {
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

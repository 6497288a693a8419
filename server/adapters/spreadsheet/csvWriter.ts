import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { formatDateTime } from '../../../contract/rules/dateText.ts';
import { isDecimal } from './isDecimal.ts';
import { safeText } from './safeText.ts';
import type { Cell, Sheet, SheetColumn, SheetWriter } from './spreadsheet.ts';

/** As Excel in Portuguese opens it by a double click: UTF-8 by its mark, columns by semicolon, comma in numbers. */
export const csvWriter: SheetWriter = {
  mime: 'text/csv; charset=utf-8',
  write(sheet) {
    const lines = stringify({
      bom: true,
      delimiter: ';',
      record_delimiter: 'windows',
      quoted_match: /[\r\t]/,
    });
    const source = Readable.from(records(sheet), { highWaterMark: 64 });
    source.once('error', (error) => lines.destroy(error));
    lines.once('close', () => source.destroy());
    return source.pipe(lines);
  },
};

async function* records({ columns, rows, zone }: Sheet) {
  yield columns.map(({ title }) => safeText(title));
  for await (const row of rows) yield columns.map((column, place) => text(column, row[place] ?? null, zone));
}

function text({ kind }: SheetColumn, value: Cell, zone: Sheet['zone']): string {
  if (value === null || value === '') return '';
  if (value instanceof Date) return formatDateTime(value, zone);
  if (typeof value === 'number') return String(value).replace('.', ',');
  // Excel would round a long number; as the result of a formula it keeps its digits.
  if (kind === 'code' && /^[0-9A-Z]+$/.test(value)) return `="${value}"`;
  if (kind === 'decimal' && isDecimal(value)) return value.replace('.', ',');
  if (kind === 'day') return safeText(formatCalendarDate(value));
  return safeText(value);
}

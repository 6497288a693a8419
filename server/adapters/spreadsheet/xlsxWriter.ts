import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { writeXlsxStream } from 'hucre/xlsx';
import { isCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { localDate, localTime } from '../../../contract/rules/zonedTime.ts';
import { isDecimal } from './isDecimal.ts';
import { safeText } from './safeText.ts';
import type { Cell, Sheet, SheetColumn, SheetWriter } from './spreadsheet.ts';

export const xlsxWriter: SheetWriter = {
  mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  write(sheet) {
    const stream = writeXlsxStream(cells(sheet), {
      name: sheet.name,
      freezePane: { rows: 1 },
      columns: sheet.columns.map(({ title, width, kind, format = FORMATS[kind] }) => ({
        header: title,
        width,
        ...(format && { numFmt: format }),
      })),
    });
    return Readable.fromWeb(stream as ReadableStream<Uint8Array>);
  },
};

const FORMATS: Partial<Record<SheetColumn['kind'], string>> = {
  instant: 'dd/mm/yyyy hh:mm',
  day: 'dd/mm/yyyy',
};

async function* cells({ rows, columns, zone }: Sheet) {
  for await (const row of rows) yield row.map((value, place) => cell(value, zone, columns[place]?.kind));
}

function cell(value: Cell, zone: Sheet['zone'], kind?: SheetColumn['kind']): string | number | null {
  if (value instanceof Date) return serialDay(value, zone);
  if (typeof value === 'string' && kind === 'decimal' && isDecimal(value)) return Number(value);
  if (typeof value === 'string' && kind === 'day' && isCalendarDate(value))
    return Date.parse(`${value}T00:00:00Z`) / DAY + EPOCH;
  return typeof value === 'string' ? safeText(value) : value;
}

const DAY = 86_400_000;
/** 1 January 1970 in days of a spreadsheet. */
const EPOCH = 25_569;

/** An instant as a spreadsheet counts it: days, without a zone, so it is the wall clock that is written. */
const serialDay = (date: Date, zone: Sheet['zone']) =>
  Date.parse(`${localDate(date, zone)}T${localTime(date, zone)}:00Z`) / DAY + EPOCH;

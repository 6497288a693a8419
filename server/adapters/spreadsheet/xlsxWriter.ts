import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { writeXlsxStream } from 'hucre/xlsx';
import { localDate, localTime } from '../../../contract/rules/zonedTime.ts';
import { safeText } from './safeText.ts';
import type { Cell, Sheet, SheetWriter } from './spreadsheet.ts';

export const xlsxWriter: SheetWriter = {
  mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  write(sheet) {
    const stream = writeXlsxStream(cells(sheet), {
      name: sheet.name,
      freezePane: { rows: 1 },
      columns: sheet.columns.map(({ title, width, kind }) => ({
        header: title,
        width,
        ...(kind === 'instant' && { numFmt: 'dd/mm/yyyy hh:mm' }),
      })),
    });
    return Readable.fromWeb(stream as ReadableStream<Uint8Array>);
  },
};

async function* cells({ rows, zone }: Sheet) {
  for await (const row of rows) yield row.map((value) => cell(value, zone));
}

function cell(value: Cell, zone: Sheet['zone']): string | number | null {
  if (value instanceof Date) return serialDay(value, zone);
  return typeof value === 'string' ? safeText(value) : value;
}

const DAY = 86_400_000;
/** 1 January 1970 in days of a spreadsheet. */
const EPOCH = 25_569;

/** An instant as a spreadsheet counts it: days, without a zone, so it is the wall clock that is written. */
const serialDay = (date: Date, zone: Sheet['zone']) =>
  Date.parse(`${localDate(date, zone)}T${localTime(date, zone)}:00Z`) / DAY + EPOCH;

import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { stringify } from 'csv-stringify';
import { writeXlsxStream } from 'hucre/xlsx';
import { formatCalendarDate, formatDateTime, isCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { clockOf, formatInstant } from '#contract/rules/time/instantText.ts';
import { localDate, localTime, type TimeZone } from '#contract/rules/time/zonedTime.ts';
import type { SheetFormat } from '#contract/sac/tickets/ticketBulk.ts';
import { labelWord } from '#contract/words/words.ts';

const xlsxWriter: SheetWriter = {
  mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  write(sheet) {
    const stream = writeXlsxStream(cells(sheet), {
      name: sheet.name,
      freezePane: { rows: 1 },
      columns: sheet.columns.map(({ title, width, kind, format = FORMATS[kind] }) => ({
        header: titleIn(sheet, title),
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

const titleIn = ({ isAuthored }: Sheet, title: string) => (isAuthored ? title : labelWord(title));

async function* cells({ rows, columns, zone }: Sheet) {
  for await (const row of rows) yield row.map((value, place) => cell(value, zone, columns[place]?.kind));
}

function cell(value: Cell, zone: Sheet['zone'], kind?: SheetColumn['kind']): string | number | null {
  if (value instanceof Date) return serialDay(value, zone);
  if (typeof value === 'string' && kind === 'decimal' && isDecimal(value)) return Number(value);
  if (typeof value === 'string' && kind === 'day' && isCalendarDate(value))
    return Date.parse(`${value}T00:00:00Z`) / DAY + EPOCH;
  const clock = typeof value === 'string' && kind === 'instant' ? clockOf(value) : null;
  if (clock) return Date.parse(`${clock.day}T${clock.time}:00Z`) / DAY + EPOCH;
  // A text cell of a workbook is never read as a formula, so it keeps every character.
  return value;
}

const DAY = 86_400_000;
/** 1 January 1970 as a spreadsheet day number. */
const EPOCH = 25_569;

/** An instant as a spreadsheet counts it: in days and without a zone, so the local wall-clock time is written. */
const serialDay = (date: Date, zone: Sheet['zone']) =>
  Date.parse(`${localDate(date, zone)}T${localTime(date, zone)}:00Z`) / DAY + EPOCH;

/** CSV that Excel in Portuguese opens on a double click: UTF-8 with a BOM, semicolons between columns, decimal commas. */
const csvWriter: SheetWriter = {
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

async function* records(sheet: Sheet) {
  const { columns, rows, zone } = sheet;
  yield columns.map(({ title }) => safeText(titleIn(sheet, title)));
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
  if (kind === 'instant') return safeText(formatInstant(value));
  return safeText(value);
}

export type Cell = string | number | Date | null;

export interface SheetColumn {
  title: string;
  /**
   * `code`: digits that are not a number, such as an access key, and keep every digit. `instant`: day and time, in the zone of the
   * sheet, or as a stored text by its own clock. `decimal`: an exact one, as text. `day`: YYYY-MM-DD. Any other text in such a column, such as a heading in its last row, stays text.
   */
  kind: 'text' | 'code' | 'number' | 'instant' | 'decimal' | 'day';
  /** The spreadsheet's number format, e.g. '#,##0.00'. */
  format?: string;
  /** In characters. */
  width: number;
}

interface Sheet {
  name: string;
  columns: readonly SheetColumn[];
  /** Their titles are an author's own, as those of a report: no labels of the console. */
  isAuthored?: boolean;
  /** Read only as fast as the file is consumed; rows already written are not kept. */
  rows: AsyncIterable<readonly Cell[]>;
  /** The time zone in which instants are shown. */
  zone: TimeZone;
}

interface SheetWriter {
  mime: string;
  write: (sheet: Sheet) => Readable;
}

/** Whether a text is an exact decimal as sent on the wire. */
const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

/** Some programs drop blanks before the sign, and others treat full-width signs as signs. */
const STARTS_FORMULA = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/;
const NUMBER = /^[+-]?\d{1,3}(\.?\d{3})*([.,]\d+)?$/;

/**
 * A text that no spreadsheet which opens a CSV takes for a formula: an apostrophe is put before anything that could begin one. A
 * negative number stays unchanged.
 */
export const safeText = (text: string): string =>
  STARTS_FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;

export const sheetWriters: Record<SheetFormat, SheetWriter> = { csv: csvWriter, xlsx: xlsxWriter };

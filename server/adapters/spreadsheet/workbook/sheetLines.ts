import { EMPTY_CELL, type SheetCell, textCell } from '#contract/rules/imports/cellText.ts';
import { formattedNumber, type NumberFormat, plainNumber } from './numberFormat.ts';
import {
  type CellFormat,
  type StringTable,
  type Workbook,
  type WorkbookSheet,
  withoutEscapes,
} from './openWorkbook.ts';
import { type Allowance, readPart } from './zipParts.ts';

interface WorkbookCell {
  /** A day has no zone and is stored as UTC. `null` means empty. */
  value: string | number | boolean | Date | null;
  /** The formula's own text, '' where it repeats another cell's. */
  formula?: string;
  /** How a number is shown; absent for one that is shown as it is. */
  format?: NumberFormat;
  /** '#N/D', '#REF!': the formula's result is an error. */
  isError?: true;
}

interface WorkbookLine {
  /** Counted from one. */
  line: number;
  cells: (WorkbookCell | undefined)[];
}

/** Excel's own limits. */
const MAX_COLUMNS = 16_384;
const MAX_LINES = 1_048_576;

/**
 * Yields the non-empty lines of a sheet as they are read. Even of a large one, only the shared strings are kept in memory.
 */
export async function* sheetLines(
  book: Workbook,
  { part }: WorkbookSheet,
  allowance: Allowance,
): AsyncGenerator<WorkbookLine> {
  const reader = new LineReader(await book.strings(allowance), await book.formats(allowance), book.from1904);
  for await (const _ of readPart(book.parts.read(part, allowance), reader)) yield* reader.taken();
}

class LineReader {
  readonly #strings: StringTable;
  readonly #formats: readonly CellFormat[];
  readonly #from1904: boolean;
  #lines: WorkbookLine[] = [];
  #line: WorkbookLine = { line: 0, cells: [] };
  #column = -1;
  #type = '';
  #format: CellFormat = [];
  #value = '';
  #formula: string | undefined;
  /** The part of the cell that text currently belongs to: its value, its formula or neither. */
  #into: 'value' | 'formula' | '' = '';
  #spoken = false;

  constructor(strings: StringTable, formats: readonly CellFormat[], from1904: boolean) {
    this.#strings = strings;
    this.#formats = formats;
    this.#from1904 = from1904;
  }

  taken(): WorkbookLine[] {
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }

  open(name: string, { r = '', t = 'n', s = '' }: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.#line = { line: (within(Number(r) - 1, MAX_LINES - 1) ?? this.#line.line) + 1, cells: [] };
      this.#column = -1;
    } else if (name === 'c') {
      this.#column = within(columnOf(r), MAX_COLUMNS - 1) ?? this.#column + 1;
      this.#type = t;
      this.#format = this.#formats[Number(s)] ?? [];
      this.#value = '';
      this.#formula = undefined;
    } else if (name === 'v') this.#into = 'value';
    else if (name === 't') this.#into = this.#spoken ? '' : 'value';
    else if (name === 'f') {
      this.#into = 'formula';
      this.#formula = '';
    } else if (name === 'rPh') this.#spoken = true;
  }

  text(text: string): void {
    if (this.#into === 'value') this.#value += text;
    else if (this.#into === 'formula') this.#formula += text;
  }

  close(name: string): void {
    if (name === 'v' || name === 't' || name === 'f') this.#into = '';
    else if (name === 'rPh') this.#spoken = false;
    else if (name === 'c') {
      const value = this.#read();
      if (value !== null || this.#formula !== undefined)
        this.#line.cells[this.#column] = {
          value,
          ...(this.#formula !== undefined && { formula: copied(this.#formula) }),
          ...(typeof value === 'number' &&
            this.#format.length > 0 && { format: this.#format as NumberFormat }),
          ...(this.#type === 'e' && { isError: true as const }),
        };
    } else if (name === 'row' && this.#line.cells.length > 0) this.#lines.push(this.#line);
  }

  #read(): WorkbookCell['value'] {
    const text = this.#value;
    if (this.#type === 's') return this.#strings.get(Number(text)) ?? null;
    // A formula may well result in an empty text, which is not the same as no result.
    if (text === '') return this.#type === 'str' && this.#formula !== undefined ? '' : null;
    if (this.#type === 'b') return text === '1' || text === 'true';
    if (this.#type === 'd') return new Date(/T[\d:.]+$/.test(text) ? `${text}Z` : text);
    const number = this.#type === 'n' ? Number(text) : Number.NaN;
    if (Number.isNaN(number)) return copied(withoutEscapes(text));
    return this.#format === 'day' ? dateOf(number, this.#from1904) : number;
  }
}

/** A separate copy of the text, because a slice would keep the whole chunk it was read from alive. */
const copied = (text: string): string => Buffer.from(text).toString();

const within = (number: number, most: number): number | undefined =>
  Number.isInteger(number) && number >= 0 && number <= most ? number : undefined;

/** The zero-based column: 'B5' is the second column, so 1. */
function columnOf(place: string): number {
  let column = 0;
  for (let at = 0; at < place.length && at < 4; at++) {
    const letter = place.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}

const DAY = 86_400_000;
const DAY_ONE = Date.UTC(1899, 11, 31);
const DAY_ZERO_OF_1904 = Date.UTC(1904, 0, 1);
/** 29 February 1900, which never existed; all later day numbers are one too high. */
const NEVER_WAS = 60;

function dateOf(serial: number, from1904: boolean): Date {
  if (from1904) return new Date(DAY_ZERO_OF_1904 + Math.round(serial * DAY));
  return new Date(DAY_ONE + Math.round((serial >= NEVER_WAS ? serial - 1 : serial) * DAY));
}

/**
 * The content of a workbook cell as it is seen there. A formula whose result the file does not hold is `broken`: programs that
 * write workbooks leave the calculation to the spreadsheet, and nothing may take the place of its result.
 */
export function sheetCell(cell: WorkbookCell | undefined): SheetCell {
  const { value = null, formula, format, isError } = cell ?? {};
  if (value === null) return formula === undefined ? EMPTY_CELL : { text: `=${formula}`, kind: 'broken' };
  if (isError) return { text: String(value), kind: 'broken' };
  if (typeof value === 'number')
    return format ? formattedNumber(value, format) : { text: plainNumber(value), kind: 'number' };
  if (typeof value === 'boolean') return { text: value ? 'sim' : 'não', kind: 'boolean' };
  if (value instanceof Date) return { text: dayText(value), kind: 'day' };
  return textCell(value);
}

/** A date in a sheet has no zone, so its wall-clock time is what is meant. A bare time is stored on day zero. */
function dayText(value: Date): string {
  if (Number.isNaN(value.getTime())) return '';
  const minuteText = new Date(Math.round(value.getTime() / 60_000) * 60_000).toISOString();
  const [day, time] = [minuteText.slice(0, 10), minuteText.slice(11, 16)];
  if (day.startsWith(EPOCH_YEAR)) return time;
  return time === '00:00' ? day : `${day} ${time}`;
}

const EPOCH_YEAR = '1899-12-';

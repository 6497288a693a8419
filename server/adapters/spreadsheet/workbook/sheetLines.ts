import { EMPTY_CELL, type SheetCell, textCell } from '../../../../contract/rules/imports/cellText.ts';
import { type StringTable, type Workbook, type WorkbookSheet, withoutEscapes } from './openWorkbook.ts';
import { type Allowance, readPart } from './zipParts.ts';

interface WorkbookCell {
  /** A day has no zone and is stored as UTC. `null` means empty. */
  value: string | number | boolean | Date | null;
  /** The formula's own text, '' where it repeats another cell's. */
  formula?: string;
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
  const reader = new LineReader(await book.strings(allowance), await book.dates(allowance), book.from1904);
  for await (const _ of readPart(book.parts.read(part, allowance), reader)) yield* reader.taken();
}

class LineReader {
  readonly #strings: StringTable;
  readonly #dates: ReadonlySet<number>;
  readonly #from1904: boolean;
  #lines: WorkbookLine[] = [];
  #line: WorkbookLine = { line: 0, cells: [] };
  #column = -1;
  #type = '';
  #isDate = false;
  #value = '';
  #formula: string | undefined;
  /** The part of the cell that text currently belongs to: its value, its formula or neither. */
  #into: 'value' | 'formula' | '' = '';
  #spoken = false;

  constructor(strings: StringTable, dates: ReadonlySet<number>, from1904: boolean) {
    this.#strings = strings;
    this.#dates = dates;
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
      this.#isDate = this.#dates.has(Number(s));
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
        };
    } else if (name === 'row' && this.#line.cells.length > 0) this.#lines.push(this.#line);
  }

  #read(): WorkbookCell['value'] {
    const text = this.#value;
    if (this.#type === 's') return this.#strings.get(Number(text)) ?? null;
    if (text === '') return null;
    if (this.#type === 'b') return text === '1' || text === 'true';
    if (this.#type === 'd') return new Date(/T[\d:.]+$/.test(text) ? `${text}Z` : text);
    const number = this.#type === 'n' ? Number(text) : Number.NaN;
    if (Number.isNaN(number)) return copied(withoutEscapes(text));
    return this.#isDate ? dateOf(number, this.#from1904) : number;
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

/** Precision of spreadsheets: the sixteenth digit of a number is storage noise. */
const DIGITS = 15;

/** The displayed content of a workbook cell. */
export function sheetCell(value: WorkbookCell['value'] | undefined): SheetCell {
  if (value === null || value === undefined) return EMPTY_CELL;
  if (typeof value === 'number') return { text: plainNumber(value), kind: 'number' };
  if (typeof value === 'boolean') return { text: value ? 'sim' : 'não', kind: 'boolean' };
  if (value instanceof Date) return { text: dayText(value), kind: 'day' };
  return textCell(value);
}

/** Formats a number without exponent or floating-point noise: 0.1 + 0.2 is '0.3'. */
function plainNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const [digits = '0', exponent = '0'] = value.toPrecision(DIGITS).split('e');
  const plain =
    exponent === '0'
      ? digits
      : value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
  return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain;
}

/** A date in a sheet has no zone, so its wall-clock time is what is meant. A bare time is stored on day zero. */
function dayText(value: Date): string {
  if (Number.isNaN(value.getTime())) return '';
  const whole = new Date(Math.round(value.getTime() / 60_000) * 60_000).toISOString();
  const [day, time] = [whole.slice(0, 10), whole.slice(11, 16)];
  if (day.startsWith(EPOCH_YEAR)) return time;
  return time === '00:00' ? day : `${day} ${time}`;
}

const EPOCH_YEAR = '1899-12-';

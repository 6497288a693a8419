import type { RecordFieldType } from '../../records/fields/recordField.ts';
import type { ImportSettings } from '../../records/routes/recordImport.ts';
import { type Decimal, parseDecimal } from '../decimal.ts';
import { isCnpj, isCpf } from '../documents.ts';
import { addDays, isCalendarDate } from '../time/calendarDate.ts';
import { isInstantText } from '../time/instantText.ts';

type Sign = ImportSettings['decimal'];

const COMMA = /^-?(\d{1,3}(\.\d{3})+|\d+),\d+$|^-?\d{1,3}(\.\d{3}){2,}$/;
const POINT = /^-?(\d{1,3}(,\d{3})+|\d+)\.\d+$|^-?\d{1,3}(,\d{3}){2,}$/;
const EITHER = /^-?\d{1,3}[.,]\d{3}$/;

/** The decimal sign that a number's own notation implies; `null` if both or neither would be possible. */
export function signOf(text: string): Sign | null {
  const plain = withoutCurrency(text);
  if (EITHER.test(plain)) return null;
  if (COMMA.test(plain)) return 'VIRGULA';
  return POINT.test(plain) ? 'PONTO' : null;
}

/** Whether a number such as '1.234' or '1,234' depends on the sheet's decimal sign: a thousand, or one and a fraction. */
export const isAmbiguousNumber = (text: string): boolean => EITHER.test(withoutCurrency(text));

/** Parses a number with the sheet's decimal sign; `null` for a text that is not in that notation. */
export function readNumber(text: string, sign: Sign): Decimal | null {
  const plain = withoutCurrency(text);
  const [group, point] = sign === 'VIRGULA' ? ['.', ','] : [',', '.'];
  const shape = sign === 'VIRGULA' ? BRAZILIAN : AMERICAN;
  if (!shape.test(plain)) return null;
  return parseDecimal(plain.replaceAll(group, '').replace(point, '.'));
}

const BRAZILIAN = /^-?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$/;
const AMERICAN = /^-?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/;

/** 'R$ 1.234,56-', as printed by ledgers, and '(1.234,56)' are treated like a leading minus. */
function withoutCurrency(text: string): string {
  const plain = text.replace(/R\$/, '').replace(/\s/g, '');
  const negative = /^\((.+)\)$/.exec(plain)?.[1] ?? /^(\d.*)-$/.exec(plain)?.[1];
  return negative === undefined ? plain : `-${negative}`;
}

const BRAZILIAN_DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?: 00:00(?::00)?)?$/;
const ISO = /^(\d{4}-\d{2}-\d{2})(?:[ T]00:00(?::00(?:\.0+)?)?Z?)?$/;
const SERIAL = /^\d{5}$/;
/** Day zero of spreadsheets, which count a 29 February 1900 that never existed. */
const DAY_ZERO = '1899-12-30';
/** 1954 to 2109: any other five-digit number in a column of days is not a day. */
const SERIALS = [20_000, 76_700] as const;

/** Why a text is not read as a day, in the words of its own fault. */
export function dayProblem(text: string): string {
  const [, day, month, year = '', time] =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2,4})(?:[ T](.+))?$/.exec(text) ?? [];
  const withTime = time ?? /^\d{4}-\d{2}-\d{2}[ T](.+)$/.exec(text)?.[1];
  if (withTime !== undefined) return `"${text}" tem hora, e este campo guarda só o dia. Use DD/MM/AAAA.`;
  if (day === undefined || year.length === 3) return `"${text}" não é uma data. Use DD/MM/AAAA.`;
  if (year.length === 2) return `"${text}" tem o ano com dois algarismos. Use DD/MM/AAAA, com o ano inteiro.`;
  if (Number(month) > 12 && Number(day) <= 12)
    return `"${text}" parece ter o mês antes do dia. Use DD/MM/AAAA.`;
  return `A data "${text}" não existe. Confira o dia e o mês, em DD/MM/AAAA.`;
}

/** What people and programs write where there is nothing: '-', 'N/A', 'NULL', '#N/D'. */
const WRITTEN_EMPTY = /^(?:[-–—]+|\(?null\)?|nulo|n\/[ad]|#n\/[ad]|n[ãa]o se aplica|vazio|\\n)$/i;
export const isWrittenEmpty = (text: string): boolean => WRITTEN_EMPTY.test(text.trim());

/** Parses a day as 'DD/MM/AAAA' or 'AAAA-MM-DD', optionally followed by midnight; `null` for any other text. */
export function readDay(text: string): string | null {
  const iso = ISO.exec(text)?.[1];
  if (iso !== undefined) return isCalendarDate(iso) ? iso : null;
  const [, day = '', month = '', year = ''] = BRAZILIAN_DAY.exec(text) ?? [];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : null;
}

const BRAZILIAN_CLOCK = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:,? | às )(\d{1,2})(?::|h)(\d{2})(?::\d{2})?$/;

/**
 * Parses a day and time as 'DD/MM/AAAA HH:MM' or in ISO form, with an offset if one is written; `null` for any other text.
 * Without an offset it is the clock of the record's branch.
 */
export function readClock(text: string): string | null {
  const [, day = '', month = '', year = '', hour = '', minute = ''] = BRAZILIAN_CLOCK.exec(text) ?? [];
  const iso = year
    ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${hour.padStart(2, '0')}:${minute}`
    : text.replace(' ', 'T');
  return isInstantText(iso) ? iso : null;
}

/** Why a text is not read as a day and time. */
export const clockProblem = (text: string): string =>
  readDay(text) === null
    ? `"${text}" não é uma data com hora. Use DD/MM/AAAA HH:MM.`
    : `"${text}" é só o dia, e este campo guarda a hora também. Use DD/MM/AAAA HH:MM.`;

/** The day that a spreadsheet means by 45123; `null` for a number that cannot be a day. */
export function serialDay(text: string): string | null {
  const days = SERIAL.test(text) ? Number(text) : 0;
  return days >= SERIALS[0] && days <= SERIALS[1] ? addDays(DAY_ZERO, days) : null;
}

/**
 * The code with the leading zeros that a spreadsheet removed, if there is only one valid way to restore them: a CPF with nine
 * or ten digits, a CNPJ with twelve or thirteen, a CEP with seven. `null` if nothing is missing or two ways are possible.
 */
export function withZeros(text: string, type: RecordFieldType): string | null {
  if (!/^\d+$/.test(text)) return null;
  const fillings = (FILLINGS[type] ?? [])
    .filter(([length, most]) => text.length < length && length - text.length <= most)
    .map(([length, , isValid]) => ({ filled: text.padStart(length, '0'), isValid }))
    .filter(({ filled, isValid }) => isValid(filled));
  return fillings.length === 1 ? (fillings[0]?.filled ?? null) : null;
}

type Filling = readonly [length: number, mostZeros: number, isValid: (text: string) => boolean];
const CPF: Filling = [11, 4, isCpf];
const CNPJ: Filling = [14, 4, isCnpj];
const CEP: Filling = [8, 1, (text) => /^0\d{7}$/.test(text)];

const FILLINGS: Partial<Record<RecordFieldType, readonly Filling[]>> = {
  CPF: [CPF],
  CNPJ: [CNPJ],
  DOCUMENTO: [CPF, CNPJ],
  CEP: [CEP],
};

/**
 * The content of a cell as it is seen in the sheet, without guessing its meaning, and what the file itself says of it:
 * `number`: exact text with a point; `day`: 'YYYY-MM-DD', followed by ' HH:MM' if it has a time; `code`: a number whose format
 * puts zeros or signs around its digits, as '00123' and '01310-100'; `percent`: '12,5%'; `differs`: a number that is shown as
 * another one or not at all; `broken`: a formula without a result, or an error.
 */
export interface SheetCell {
  readonly text: string;
  readonly kind: 'text' | 'number' | 'code' | 'percent' | 'differs' | 'day' | 'boolean' | 'broken';
  /** For `code`, `percent` and `differs`: the number that is stored, as exact text with a point. */
  readonly value?: string;
}

export const EMPTY_CELL: SheetCell = { text: '', kind: 'text' };

/** Excel's way of keeping the leading zeros of a code in a CSV: `="00123"`. */
const KEPT_TEXT = /^="([^"]*)"$/;

/** The prefix that our own exports put before a text that a spreadsheet would take for a formula. */
const NO_FORMULA = /^'(?=\s*[=+\-@＝＋－＠])/;

export const textCell = (text: string): SheetCell => {
  const plain = text.trim().replace(NO_FORMULA, '');
  return { text: KEPT_TEXT.exec(plain)?.[1]?.trim() ?? plain, kind: 'text' };
};

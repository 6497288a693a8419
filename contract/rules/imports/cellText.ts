import type { RecordFieldType } from '../../records/recordField.ts';
import { addDays, isCalendarDate } from '../calendarDate.ts';
import { type Decimal, parseDecimal } from '../decimal.ts';
import { isCnpj, isCpf } from '../documents.ts';
import type { ImportSettings } from './importSettings.ts';

type Sign = ImportSettings['decimal'];

const COMMA = /^-?(\d{1,3}(\.\d{3})+|\d+),\d+$|^-?\d{1,3}(\.\d{3}){2,}$/;
const POINT = /^-?(\d{1,3}(,\d{3})+|\d+)\.\d+$|^-?\d{1,3}(,\d{3}){2,}$/;
const EITHER = /^-?\d{1,3}[.,]\d{3}$/;

/** What a number's own spelling says of the decimal sign; `null` where it would be right in both ways, or in none. */
export function signOf(text: string): Sign | null {
  const plain = withoutCurrency(text);
  if (EITHER.test(plain)) return null;
  if (COMMA.test(plain)) return 'VIRGULA';
  return POINT.test(plain) ? 'PONTO' : null;
}

/** '1.234' and '1,234': a thousand or one and a bit, as the sheet's decimal sign says. */
export const isEitherWay = (text: string): boolean => EITHER.test(withoutCurrency(text));

/** Reads a number by the decimal sign that the sheet has; `null` for a text that is none of that sign. */
export function readNumber(text: string, sign: Sign): Decimal | null {
  const plain = withoutCurrency(text);
  const [group, point] = sign === 'VIRGULA' ? ['.', ','] : [',', '.'];
  const shape = sign === 'VIRGULA' ? BRAZILIAN : AMERICAN;
  if (!shape.test(plain)) return null;
  return parseDecimal(plain.replaceAll(group, '').replace(point, '.'));
}

const BRAZILIAN = /^-?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$/;
const AMERICAN = /^-?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/;

/** 'R$ 1.234,56-' as ledgers print it, and '(1.234,56)', are what a minus in front says. */
function withoutCurrency(text: string): string {
  const plain = text.replace(/R\$/, '').replace(/\s/g, '');
  const negative = /^\((.+)\)$/.exec(plain)?.[1] ?? /^(\d.*)-$/.exec(plain)?.[1];
  return negative === undefined ? plain : `-${negative}`;
}

const BRAZILIAN_DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?: 00:00(?::00)?)?$/;
const ISO = /^(\d{4}-\d{2}-\d{2})(?:[ T]00:00(?::00(?:\.0+)?)?Z?)?$/;
const SERIAL = /^\d{5}$/;
/** Day zero of spreadsheets, which count a 29 February 1900 that never was. */
const DAY_ZERO = '1899-12-30';
/** 1954 to 2109: what else has five digits in a column of days is no day. */
const SERIALS = [20_000, 76_700] as const;

/** A day as 'DD/MM/AAAA' or 'AAAA-MM-DD', with nothing or midnight behind it; `null` for any other text. */
export function readDay(text: string): string | null {
  const iso = ISO.exec(text)?.[1];
  if (iso !== undefined) return isCalendarDate(iso) ? iso : null;
  const [, day = '', month = '', year = ''] = BRAZILIAN_DAY.exec(text) ?? [];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : null;
}

/** The day that a spreadsheet means by 45123; `null` for what cannot be one. */
export function serialDay(text: string): string | null {
  const days = SERIAL.test(text) ? Number(text) : 0;
  return days >= SERIALS[0] && days <= SERIALS[1] ? addDays(DAY_ZERO, days) : null;
}

/**
 * The code with the zeros that a spreadsheet took from its front, where only one filling is valid: a CPF of nine or ten
 * digits, a CNPJ of twelve or thirteen, a CEP of seven. `null` where nothing is missing or two fillings are possible.
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
 * What stands in a cell, without a guess at what is meant: the text, and whether the file itself says that it is a
 * number or a day. A number is exact text with a point, a day 'YYYY-MM-DD' (with ' HH:MM' where it has a time).
 */
export interface SheetCell {
  readonly text: string;
  readonly kind: 'text' | 'number' | 'day' | 'boolean';
}

export const EMPTY_CELL: SheetCell = { text: '', kind: 'text' };

/** Excel's way to keep the zeros of a code in a CSV: `="00123"`. */
const KEPT_TEXT = /^="([^"]*)"$/;

/** What our own exports put before a text that a spreadsheet would take for a formula. */
const NO_FORMULA = /^'(?=\s*[=+\-@＝＋－＠])/;

export const textCell = (text: string): SheetCell => {
  const plain = text.trim().replace(NO_FORMULA, '');
  return { text: KEPT_TEXT.exec(plain)?.[1]?.trim() ?? plain, kind: 'text' };
};

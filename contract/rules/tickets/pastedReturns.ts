import type { Decimal } from '../decimal.ts';
import { formatCount } from '../format.ts';
import { isAccessKey, normalizeAccessKey } from '../nfe/accessKey.ts';
import { MEASURES, pastedQuantity, pastedUnit } from '../orders/pastedLines.ts';
import { foldedText } from '../text.ts';

/** One way to read a pasted line; only who knows what the customer bought can tell which one is meant. */
export interface ReturnReading {
  /** The code or barcode of a product. */
  code: string;
  /** `null`: the line names none. */
  quantity: Decimal | null;
  /** A unit as `pastedUnit` tells it; `null`: that of the invoice. */
  unit: string | null;
}

export interface PastedReturn {
  /** Counted from 1 in what was pasted. */
  number: number;
  text: string;
  /** The access key that the line is; '' if it is none. */
  key: string;
  /** Why the line cannot be read; '' if it can. */
  problem: string;
  /** The likeliest first; empty for a key. */
  readings: ReturnReading[];
}

/** As many as are read at once; a longer list is refused as a whole. */
export const MAX_PASTED_RETURNS = 300;
/** In characters. */
export const MAX_RETURNS_TEXT = 20_000;
const MAX_LINE_LENGTH = 200;

/** How a key that was misread or cut off is told from a code. */
const KEY_LENGTH = 44;
const LIKE_KEY = /^\d{6}[0-9A-Z]{12}\d{18,34}$/;

/** Why a list is not read as it is; '' if it is. */
export function returnsProblem(text: string): string {
  const count = filledRows(text).length;
  if (count > MAX_PASTED_RETURNS)
    return `A lista tem ${formatCount(count, 'linha', 'linhas')}, e cabem ${MAX_PASTED_RETURNS} de cada vez. Leia uma parte e cole o resto depois.`;
  return text.length > MAX_RETURNS_TEXT
    ? `A lista tem mais de ${formatCount(MAX_RETURNS_TEXT, 'caractere', 'caracteres')}. Leia uma parte e cole o resto depois.`
    : '';
}

/**
 * Reads what was pasted or scanned for a return: access keys of invoices, and products as 'código*quantidade', 'código quantidade',
 * a barcode, or the cells of a sheet. A heading and blank lines are left out.
 */
export const pastedReturns = (text: string): PastedReturn[] =>
  filledRows(text)
    .slice(0, MAX_PASTED_RETURNS)
    .map(({ row, number }) => readLine(row, number));

/** The lines that are read, as they stand in the text. */
export const pastedRows = (text: string): string[] => filledRows(text).map(({ row }) => row);

function filledRows(text: string) {
  const filled = text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((row, index) => ({ row: row.trim(), number: index + 1 }))
    .filter(({ row }) => /[\p{L}\p{N}]/u.test(row));
  const [first] = filled;
  return first && isHeading(first.row) ? filled.slice(1) : filled;
}

const isHeading = (row: string): boolean =>
  !/\d/.test(row) &&
  /(^|[^a-z])(qtde?|quant|quantidades?|cod|codigo|ref|ean)([^a-z]|$)/.test(foldedText(row));

function readLine(row: string, number: number): PastedReturn {
  const text = row.replace(/\s+/g, ' ').slice(0, MAX_LINE_LENGTH);
  const line = { number, text, key: '', problem: '', readings: [] };
  const plain = normalizeAccessKey(row.replace(/^[^\d]*:/, ''));
  if (LIKE_KEY.test(plain)) {
    const problem = keyProblem(plain);
    return problem === '' ? { ...line, key: plain } : { ...line, problem };
  }
  return { ...line, readings: readingsOf(row.slice(0, MAX_LINE_LENGTH)) };
}

function keyProblem(plain: string): string {
  if (plain.length !== KEY_LENGTH)
    return `A chave de uma nota tem ${KEY_LENGTH} caracteres, e aqui há ${plain.length}.`;
  return isAccessKey(plain) ? '' : 'A chave não confere com o seu dígito verificador: leia ou cole de novo.';
}

/** The code stands first, as in a sheet; a quantity that stands first instead is a second way to read the line. */
function readingsOf(row: string): ReturnReading[] {
  const words = wordsOf(row);
  const [first = '', ...rest] = words;
  const { quantity, unit } = amountAtEnd(rest);
  const forward: ReturnReading = { code: first, quantity, unit };
  const counted = amountAtStart(words);
  return counted ? [forward, counted] : [forward];
}

/** Words without the signs between them: '*', '×' and a lone 'x' only separate. A number below zero stays one, and is no quantity. */
const wordsOf = (row: string): string[] =>
  row
    .replace(/[*×;|\t]/g, ' ')
    .replace(/\s[xX](?=\s|\d)/g, ' ')
    .replace(/(^|\s)(\d{1,6})[xX](?=\s)/g, '$1$2 ')
    .split(/\s+/)
    .map((word) => word.replace(/^(?!-\d)[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter(Boolean);

type Amount = Pick<ReturnReading, 'quantity' | 'unit'>;
const NO_AMOUNT: Amount = { quantity: null, unit: null };

/** '2', '2 cx' or '2cx' at the end; a measure glued to its number is rather a part of the name: 'arroz 5kg'. */
function amountAtEnd(words: readonly string[]): Amount {
  const last = words.at(-1);
  if (last === undefined) return NO_AMOUNT;
  const plain = pastedQuantity(last);
  if (plain !== null) return { quantity: plain, unit: null };
  const unit = pastedUnit(last);
  const before = unit === null ? null : pastedQuantity(words.at(-2) ?? '');
  if (unit !== null && before !== null && (words.length === 2 || !MEASURES.has(unit)))
    return { quantity: before, unit };
  return gluedAmount(last, words.length === 1);
}

function gluedAmount(word: string, isAlone: boolean): Amount {
  const [, counted = '', name = ''] = /^(\d[\d.,]*)(\p{L}+)$/u.exec(word) ?? [];
  const unit = pastedUnit(name);
  const quantity = unit === null ? null : pastedQuantity(counted);
  if (unit === null || quantity === null || (MEASURES.has(unit) && !isAlone)) return NO_AMOUNT;
  return { quantity, unit };
}

/** '12 cx 1001', '2 1001': the quantity before the code. */
function amountAtStart(words: readonly string[]): ReturnReading | null {
  const [first = '', second = '', third = ''] = words;
  const plain = pastedQuantity(first);
  const amount = plain === null ? gluedAmount(first, true) : { quantity: plain, unit: null };
  if (amount.quantity === null || second === '') return null;
  const unit = amount.unit === null && third !== '' ? pastedUnit(second) : null;
  return unit === null ? { ...amount, code: second } : { quantity: amount.quantity, unit, code: third };
}

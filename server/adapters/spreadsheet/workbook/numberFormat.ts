import { EMPTY_CELL, type SheetCell } from '#contract/rules/imports/cellText.ts';

/**
 * What the number format of a cell makes of its value. The format decides what kind of value it is (a percentage, a code with
 * its leading zeros), never its precision: 0.0375 that is shown as 0,04 stays 0.0375.
 */
export function formattedNumber(value: number, format: NumberFormat): SheetCell {
  const section = sectionFor(format, value);
  const exact = plainNumber(value);
  if (!section || section.isGeneral) return { text: exact, kind: 'number' };
  if (section.isPercent)
    return { text: `${comma(plainNumber(value * 100))}%`, kind: 'percent', value: exact };
  const { digits } = section;
  if (digits.length === 0)
    return value === 0 ? { text: exact, kind: 'number' } : differing(section.literals.trim(), exact);
  if (section.thousands > 0)
    return differing(
      comma((value / 1000 ** section.thousands).toFixed(Math.min(section.decimals, MAX_DECIMALS))),
      exact,
    );
  if (value < 0 && section.isForNegatives && !/[-−(]/.test(section.literals))
    return differing(comma(plainNumber(-value)), exact);
  if (section.isMask && Number.isSafeInteger(value) && value >= 0)
    return { text: masked(exact, section.parts), kind: 'code', value: exact };
  return { text: exact, kind: 'number' };
}

const MAX_DECIMALS = 15;

const comma = (text: string): string => text.replace('.', ',');

/** A cell without anything to see is not empty: its number is hidden. */
const differing = (text: string, value: string): SheetCell => ({
  ...EMPTY_CELL,
  text: text || '(oculto)',
  kind: 'differs',
  value,
});

/** A format by its sections: positive, negative and zero numbers, or whatever their conditions say. */
export type NumberFormat = readonly Section[];

type Part = { readonly literal: string } | { readonly digit: string };

interface Section {
  readonly condition: ((value: number) => boolean) | null;
  /** Whether the format has a section of its own for negative numbers, which are then shown without an automatic sign. */
  readonly isForNegatives: boolean;
  readonly isGeneral: boolean;
  readonly isPercent: boolean;
  /** Whether it only places digits: at least two zeros, and neither a decimal sign nor groups. */
  readonly isMask: boolean;
  /** How often the number is divided by a thousand before it is shown. */
  readonly thousands: number;
  readonly decimals: number;
  readonly digits: string;
  readonly literals: string;
  readonly parts: readonly Part[];
}

/** Parses a format code, such as `#,##0.00;[Red](#,##0.00)` or `000"."000"."000-00`. */
export function numberFormat(code: string): NumberFormat {
  if (code.trim() === '') return [];
  const sections = sectionsOf(code).slice(0, 3).map(section);
  return sections.map((one, index) => ({ ...one, isForNegatives: index > 0 || one.condition !== null }));
}

const TOKEN = /"([^"]*)"|\\(.)|[_*].|\[([^\]]*)\]|(General|Geral)|(.)/giu;
const CONDITION = /^(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)$/;
const CURRENCY = /^\$([^-]*)/;

/** A semicolon in quotes or brackets, or after a backslash, separates nothing. */
function sectionsOf(code: string): string[] {
  const sections = [''];
  for (const [piece] of code.matchAll(/"[^"]*"|\\.|[_*].|\[[^\]]*\]|./gsu))
    if (piece === ';') sections.push('');
    else sections.push((sections.pop() ?? '') + piece);
  return sections;
}

function section(code: string): Section {
  const parts: Part[] = [];
  let condition: Section['condition'] = null;
  let [isGeneral, isPercent] = [false, false];
  let signs = '';
  for (const [whole, quoted, escaped, bracket, general, sign] of code.matchAll(TOKEN)) {
    const literal = quoted ?? escaped ?? (bracket === undefined ? undefined : CURRENCY.exec(bracket)?.[1]);
    if (literal !== undefined) parts.push({ literal });
    else if (bracket !== undefined) condition = conditionOf(bracket) ?? condition;
    else if (general !== undefined || sign === '@') isGeneral = true;
    else if (sign === undefined) parts.push({ literal: whole.startsWith('_') ? ' ' : '' });
    else if ('0#?'.includes(sign)) {
      parts.push({ digit: sign });
      signs += sign;
    } else if (sign === '%') isPercent = true;
    else if ('.,/Ee'.includes(sign)) signs += sign;
    else parts.push({ literal: sign });
  }
  const digits = signs.replace(/[^0#?]/g, '');
  const trailing = /[0#?](,+)(?:\.|$)/.exec(signs)?.[1] ?? '';
  return {
    condition,
    isForNegatives: false,
    isGeneral,
    isPercent,
    isMask: /^[0#?]+$/.test(signs) && (signs.match(/0/g) ?? []).length > 1,
    thousands: trailing.length,
    decimals: (/\.([0#?]*)/.exec(signs)?.[1] ?? '').length,
    digits,
    literals: parts.map((part) => ('literal' in part ? part.literal : '')).join(''),
    parts,
  };
}

function conditionOf(bracket: string): Section['condition'] {
  const [, sign, text] = CONDITION.exec(bracket) ?? [];
  if (sign === undefined) return null;
  const limit = Number(text);
  return COMPARISONS[sign]?.(limit) ?? null;
}

const COMPARISONS: Readonly<Record<string, (limit: number) => (value: number) => boolean>> = {
  '<': (limit) => (value) => value < limit,
  '>': (limit) => (value) => value > limit,
  '<=': (limit) => (value) => value <= limit,
  '>=': (limit) => (value) => value >= limit,
  '=': (limit) => (value) => value === limit,
  '<>': (limit) => (value) => value !== limit,
};

/** The section that shows the value; `undefined` for a format without any. */
function sectionFor(format: NumberFormat, value: number): Section | undefined {
  if (format.some(({ condition }) => condition !== null))
    return format.find(({ condition }) => condition === null || condition(value)) ?? format.at(-1);
  const [positive, negative, zero] = format;
  if (value < 0) return negative ?? positive;
  return value === 0 ? (zero ?? positive) : positive;
}

/** The digits of a whole number in the places of a mask, from the last one; what is left stands before the first. */
function masked(number: string, parts: readonly Part[]): string {
  let rest = number === '0' ? '' : number;
  let text = '';
  let left = parts.filter((part) => 'digit' in part).length;
  for (const part of parts.toReversed()) {
    if ('literal' in part) {
      text = part.literal + text;
      continue;
    }
    left -= 1;
    const digits = left === 0 ? rest : rest.slice(-1);
    rest = left === 0 ? '' : rest.slice(0, -1);
    text = (digits || (part.digit === '0' ? '0' : '')) + text;
  }
  return text.trim();
}

/** Precision of spreadsheets: the sixteenth digit of a number is storage noise. */
const DIGITS = 15;

/** Formats a number without exponent or floating-point noise: 0.1 + 0.2 is '0.3'. */
export function plainNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const [digits = '0', exponent = '0'] = value.toPrecision(DIGITS).split('e');
  const plain =
    exponent === '0'
      ? digits
      : value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
  return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain;
}

/** Format codes that are predefined by number; dates are told apart by `isDateFormat`. */
export const PREDEFINED_FORMATS: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;[Red](#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;[Red](#,##0.00)',
  48: '##0.0E+0',
};

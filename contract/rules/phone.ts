/** How a number is dialled, which decides how it is stored and shown. */
export type PhoneKind =
  /** Area code and eight digits, or nine for a mobile: '11987654321'. */
  | 'AREA'
  /** 0800, 0300, 0500 and 0900, dialled with their zero: '08001234567'. */
  | 'TOLL'
  /** The same everywhere and without area code: '40041234'. */
  | 'NATIONWIDE'
  /** Public services and the codes of operators: '190', '1746', '10315'. */
  | 'SHORT'
  /** Outside Brazil, with + and country: '+14155552671'. */
  | 'FOREIGN';

export interface Phone {
  kind: PhoneKind;
  /** The only spelling in which the number is stored: digits, those of other countries with a leading '+'. */
  stored: string;
}

/** Invisible marks around numbers that are copied from the contacts of a phone. */
const MARKS = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Any usual notation; letters and a second number behind a slash make another text of it. */
const NOTATION = /^[\s(]*\+?[\d\s().\-\u2010-\u2015\u2212]*$/;

const AREA = /^[1-9]{2}(?:[1-9]\d{7}|9\d{8})$/;
const TOLL = /^0[3589]00\d{6,7}$/;
const NATIONWIDE = /^(?:300\d|40\d\d)\d{4}$/;
/** As Anatel assigns them; the remaining ones of this length are the beginning of another number. */
const SHORT = /^(?:1(?:00|1[25-8]|2[5-9]|[3-9]\d)|1[3-9]\d\d|10[356]\d\d)$/;

/** No text of a number is longer; checked before any pattern is run. */
const MAX_LENGTH = 60;

/**
 * Reads a number in any notation in which Brazilians write it: with or without +55, trunk zero ('(0xx11)'), operator code
 * ('0 15 11 …') and separators. A number outside Brazil is recognised by its + (or 00) only. `null` if it is none, or if
 * its area code is missing (docs/domain.md 13).
 */
export function readPhone(text: string): Phone | null {
  const dialled = dialledText(text);
  if (dialled === null) return null;
  if (dialled.startsWith('+')) return international(dialled.slice(1));
  if (/^00\d/.test(dialled)) return international(dialled.slice(2));
  return (
    national(dialled) ?? (/^55\d{10,}$/.test(dialled) ? national(dialled.slice(2)) : null) ?? short(dialled)
  );
}

/** The digits as they would be dialled, with a leading '+' if there is one; `null` if the text has anything else. */
function dialledText(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const plain = text
    .replace(MARKS, '')
    .replace(/^\s*tel:/i, '')
    .replace(/0\s?xx/i, '0');
  if (!NOTATION.test(plain)) return null;
  const abroad = plain.includes('+');
  // '+44 (0)20 …': the zero is dialled within the country only.
  const digits = (abroad ? plain.replace(/\(\s*0\s*\)/, '') : plain).replace(/\D/g, '');
  return abroad ? `+${digits}` : digits;
}

const phone = (kind: PhoneKind, stored: string): Phone => ({ kind, stored });

function national(digits: string): Phone | null {
  if (TOLL.test(digits)) return phone('TOLL', digits);
  // Sheets drop the first zero. No area code contains one, so that nothing else is meant.
  if (TOLL.test(`0${digits}`)) return phone('TOLL', `0${digits}`);
  if (NATIONWIDE.test(digits)) return phone('NATIONWIDE', digits);
  const area = withoutTrunk(digits);
  return AREA.test(area) ? phone('AREA', area) : null;
}

/** Removes the trunk zero, with the operator chosen for the call if one was dialled. */
function withoutTrunk(digits: string): string {
  if (!digits.startsWith('0')) return digits;
  const rest = digits.slice(1);
  return rest.length > 11 ? rest.slice(2) : rest;
}

const short = (digits: string): Phone | null => (SHORT.test(digits) ? phone('SHORT', digits) : null);

function international(digits: string): Phone | null {
  if (digits.startsWith('55')) return national(digits.slice(2));
  const rest = digits.slice(countryOf(digits).length);
  const fits =
    /^[1-9]/.test(digits) &&
    rest.length >= 4 &&
    digits.length >= 8 &&
    digits.length <= 15 &&
    isAmerican(digits);
  return fits ? phone('FOREIGN', `+${digits}`) : null;
}

/** Numbers of the North American plan have ten digits after the 1; those of other countries have no common length. */
const isAmerican = (digits: string): boolean => !digits.startsWith('1') || /^1[2-9]\d{9}$/.test(digits);

/** The country code of an international number: one digit, two, or three where neither is assigned (ITU-T E.164). */
const countryOf = (digits: string): string =>
  /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/.exec(digits)?.[0] ?? '';

/** The stored spelling. A text that is no complete number keeps its digits (a number being typed), or stays as it is. */
export const normalizePhone = (text: string): string =>
  readPhone(text)?.stored ?? dialledText(text) ?? text.trim();

/** Whether a text is a complete number of any kind. */
export const isPhone = (text: string): boolean => readPhone(text) !== null;

/** The same where a person has to be reached: at least ten digits (document 000, section 5), so no short or nationwide one. */
export function isPersonalPhone(text: string): boolean {
  const read = readPhone(text);
  return read !== null && read.stored.replace('+', '').length >= 10;
}

export const isMobile = (text: string): boolean => {
  const read = readPhone(text);
  return read?.kind === 'AREA' && read.stored.length === 11;
};

/** As people read it: '(11) 98765-4321', '0800 123 4567', '4004-1234', '+1 (415) 555-2671'; partial texts as far as they go. */
export function formatPhone(text: string): string {
  // Partly masked.
  if (text.includes('*')) return text;
  const stored = normalizePhone(text);
  if (stored.startsWith('+')) return formatForeign(stored.slice(1));
  if (stored.startsWith('0')) return formatToll(stored);
  if (SHORT.test(stored) || !/^\d/.test(stored)) return stored;
  if (stored.length <= 2 || stored.length > 11) return stored;
  // No area code has a zero.
  if (/^[1-9]0/.test(stored)) return stored.length > 8 ? stored : parted(stored, 4);
  const number = stored.slice(2);
  return `(${stored.slice(0, 2)}) ${parted(number, number.length > 8 ? 5 : 4)}`;
}

const parted = (digits: string, head: number): string =>
  digits.length > 4 ? `${digits.slice(0, head)}-${digits.slice(head)}` : digits;

const formatToll = (digits: string): string =>
  [digits.slice(0, 4), digits.slice(4, 7), digits.slice(7)].filter(Boolean).join(' ');

function formatForeign(digits: string): string {
  const country = countryOf(digits);
  const rest = digits.slice(country.length);
  if (country === '1' && rest.length === 10)
    return `+1 (${rest.slice(0, 3)}) ${rest.slice(3, 6)}-${rest.slice(6)}`;
  // Groups of four from the end, as the grouping differs from country to country.
  const groups = rest.replace(/\B(?=(?:\d{4})+$)/g, ' ');
  return `+${country}${groups && ' '}${groups}`;
}

/** Area or country and the last four digits of a number, which are all that a mask shows of it; `null` if that is too much. */
export function phoneEnds(text: string): { prefix: string; hidden: number; tail: string } | null {
  const read = readPhone(text);
  const digits = (read?.stored ?? text).replace(/\D/g, '');
  if (digits.length < 8) return null;
  const tail = digits.slice(-4);
  const [shown, prefix] =
    read?.kind === 'FOREIGN'
      ? [countryOf(digits).length, `+${countryOf(digits)} `]
      : digits.length >= 10 && read?.kind !== 'TOLL'
        ? [2, `(${digits.slice(0, 2)}) `]
        : [0, ''];
  const hidden = digits.length - shown - tail.length;
  return hidden < 4 ? null : { prefix, hidden, tail };
}

/** What a `tel:` link dials: '+5511987654321', '+14155552671', '08001234567', '190'. */
export function dialNumber(text: string): string {
  const read = readPhone(text);
  return read?.kind === 'AREA' ? `+55${read.stored}` : (read?.stored ?? normalizePhone(text));
}

/** The digits of a wa.me address; `null` for numbers that exist within the telephone network only. */
export function whatsAppNumber(text: string): string | null {
  const kind = readPhone(text)?.kind;
  return kind === 'AREA' || kind === 'FOREIGN' ? dialNumber(text).slice(1) : null;
}

/**
 * How a stored number is found: by the digits that it ends with, for which there is an index (`phoneTail`), and by a pattern
 * for all of it.
 */
export interface PhoneSearch {
  tail: string;
  pattern: string;
}

/**
 * `null` if the text is no number to search by. Accepts what `readPhone` does, a number without area code, one of another
 * country without its +, and the last four digits.
 */
export function parsePhoneSearch(text: string): PhoneSearch | null {
  const read = readPhone(text);
  const digits = dialledText(text);
  if (read?.kind === 'AREA') return subscriber(`${read.stored.slice(0, 2)}`, read.stored.slice(2));
  if (digits && /^9?\d{8}$/.test(digits) && read?.kind !== 'TOLL') return subscriber('[1-9]{2}', digits);
  if (read && read.kind !== 'SHORT') return exactly(read.stored);
  if (digits && /^\d{4}$/.test(digits)) return { tail: digits, pattern: `${digits}$` };
  return digits && /^[1-9]\d{9,14}$/.test(digits) ? exactly(`+${digits}`) : null;
}

/** A number of eight or nine digits, with and without the ninth where that is the same number. */
function subscriber(area: string, number: string): PhoneSearch {
  const eight = number.slice(-8);
  const areaPattern = area.startsWith('[') ? `(?:${area})` : area;
  const nine = /^[6-9]/.test(eight) ? '9?' : number.length === 9 ? '9' : '';
  // Eight digits alone may also be a nationwide number, which has no area code.
  const lead = areaPattern === area || nine ? areaPattern : `${areaPattern}?`;
  return { tail: eight, pattern: `^${lead}${nine}${eight}$` };
}

const exactly = (stored: string): PhoneSearch => ({
  tail: stored.slice(-8),
  pattern: `^${stored.replace('+', '\\+')}$`,
});

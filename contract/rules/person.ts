import { type CalendarDate, isCalendarDate } from './calendarDate.ts';

/** One word of letters and accents; an apostrophe or hyphen may join two parts ('D'Ávila', 'Ana-Lúcia'). */
const WORD = /^\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*$/u;

/** Single blanks between words, none around them. */
export const normalizeName = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** Two or more words of letters and accents (document 000, section 5 'Helper rules'). */
export function isFullName(text: string): boolean {
  const words = normalizeName(text).split(' ');
  return words.length >= 2 && words.every((word) => WORD.test(word));
}

/** Upper-case initials of the first and last word, for avatars. */
export function initials(text: string): string {
  const words = normalizeName(text).split(' ').filter(Boolean);
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return `${firstLetter(words[0])}${firstLetter(last)}`.toLocaleUpperCase('pt-BR');
}

const firstLetter = (word: string | undefined): string => [...(word ?? '')][0] ?? '';

export const BIRTH_DATE_MESSAGE = 'Data inválida';

/**
 * Turns what a person types ('31/12/1990' or '31121990') into 'YYYY-MM-DD'.
 * Answers '' for an empty text, which is allowed, and `null` for one that is no date (document 000, section 5).
 */
export function parseBirthDate(text: string, today: CalendarDate): CalendarDate | null {
  const digits = text.replace(/\D/g, '');
  if (text.trim() === '') return '';
  if (digits.length !== 8) return null;
  const date = `${digits.slice(4)}-${digits.slice(2, 4)}-${digits.slice(0, 2)}`;
  return isBirthDate(date, today) ? date : null;
}

/** A wire date that someone alive may have been born on: it exists, is not after today, nor before 1900. */
export function isBirthDate(date: CalendarDate, today: CalendarDate): boolean {
  return isCalendarDate(date) && date <= today && date >= '1900-01-01';
}

/** How long a password may be, in characters: parameters `senhaMinimo` and `senhaMaximo`. */
export interface PasswordLength {
  minimo: number;
  maximo: number;
}

/** Document 000, section 5 'Account'. */
export const STANDARD_PASSWORD: PasswordLength = { minimo: 6, maximo: 20 };

/** The shortest and the longest that a company may ask for or allow (OWASP ASVS 2.1.1 and 2.1.2), and that the wire takes. */
export const PASSWORD_BOUNDS: PasswordLength = { minimo: STANDARD_PASSWORD.minimo, maximo: 128 };

/** `null` for one that may be used. Length only; the list of common passwords is the server's. */
export function passwordProblem(
  text: string,
  { minimo, maximo }: PasswordLength = STANDARD_PASSWORD,
): string | null {
  const { length } = [...text];
  return length >= minimo && length <= maximo
    ? null
    : `Informe uma senha de ${minimo} à ${maximo} caracteres`;
}

export const passwordHint = ({ minimo, maximo }: PasswordLength): string =>
  `De ${minimo} a ${maximo} caracteres`;

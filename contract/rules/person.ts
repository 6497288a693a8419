import { type CalendarDate, isCalendarDate } from './time/calendarDate.ts';

/** One word of letters and accents; an apostrophe or hyphen may join two parts ('D'Ávila', 'Ana-Lúcia'). */
const WORD = /^\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*$/u;

/** Collapses blanks between words and removes those around them. */
export const normalizeName = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** Whether it has two or more words of letters and accents (document 000, section 5 'Helper rules'). */
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
 * Converts typed text ('31/12/1990' or '31121990') into 'YYYY-MM-DD'. Returns '' for an empty text, which is allowed, and
 * `null` for one that is not a date (document 000, section 5).
 */
export function parseBirthDate(text: string, today: CalendarDate): CalendarDate | null {
  const digits = text.replace(/\D/g, '');
  if (text.trim() === '') return '';
  if (digits.length !== 8) return null;
  const date = `${digits.slice(4)}-${digits.slice(2, 4)}-${digits.slice(0, 2)}`;
  return isBirthDate(date, today) ? date : null;
}

/** Whether a wire date can be the date of birth of a living person: it exists and is neither after today nor before 1900. */
export function isBirthDate(date: CalendarDate, today: CalendarDate): boolean {
  return isCalendarDate(date) && date <= today && date >= '1900-01-01';
}

/** Allowed length of a password in characters: parameters `senhaMinimo` and `senhaMaximo`. */
export interface PasswordLength {
  minimo: number;
  maximo: number;
}

/** From document 000, section 5 'Account'. */
export const STANDARD_PASSWORD: PasswordLength = { minimo: 6, maximo: 20 };

/** The limits within which a company may choose (OWASP ASVS 2.1.1 and 2.1.2), and which apply on the wire. */
export const PASSWORD_BOUNDS: PasswordLength = { minimo: STANDARD_PASSWORD.minimo, maximo: 128 };

/** `null` if the password may be used. Checks only the length; the list of common passwords is on the server. */
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

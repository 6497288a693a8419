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

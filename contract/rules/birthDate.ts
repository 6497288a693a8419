import { type CalendarDate, isCalendarDate } from './calendarDate.ts';

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

import {
  type CalendarDate,
  formatCalendarDate,
  isCalendarDate,
} from '../../../../contract/rules/calendarDate.ts';
import type { Reading } from './useTypedText.ts';

/** '21112026' → '2026-11-21'; null while it is not a whole day that exists. */
export const dateOfDigits = (digits: string): CalendarDate | null => {
  if (!/^\d{8}$/.test(digits)) return null;
  const date = `${digits.slice(4)}-${digits.slice(2, 4)}-${digits.slice(0, 2)}`;
  return isCalendarDate(date) ? date : null;
};

/** '2026-11-21' → '21112026'; nothing for no date. */
export const digitsOfDate = (date: CalendarDate | null | undefined): string =>
  date ? formatCalendarDate(date).replaceAll('/', '') : '';

export const INVALID_DATE = 'Data inválida';

export interface DateLimits {
  min?: CalendarDate | undefined;
  max?: CalendarDate | undefined;
}

/** What typed digits mean; the texts are those of document 001, section 5. */
export function readTypedDate(
  digits: string,
  { min, max, filled = false }: DateLimits & { filled?: boolean },
): Reading<CalendarDate> {
  if (digits === '') return filled ? { problem: 'Campo obrigatório', partial: true } : { value: null };
  const date = dateOfDigits(digits);
  if (date === null) return { problem: INVALID_DATE, partial: /^\d{0,7}$/.test(digits) };
  if (min && date < min) return { problem: `Data anterior a data mínima (${formatCalendarDate(min)})` };
  if (max && date > max) return { problem: `Data posterior a data máxima (${formatCalendarDate(max)})` };
  return { value: date };
}

import {
  type CalendarDate,
  formatCalendarDate,
  isCalendarDate,
} from '../../../../contract/rules/calendarDate.ts';

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

/** What is wrong with typed digits: not a day, or outside the limits. Nothing while they are still few. */
export const typedDateProblem = (
  digits: string,
  limits: { min?: CalendarDate | undefined; max?: CalendarDate | undefined },
): string | undefined => {
  if (digits.length < 8) return undefined;
  const date = dateOfDigits(digits);
  if (date === null) return INVALID_DATE;
  if (limits.min && date < limits.min) return `A partir de ${formatCalendarDate(limits.min)}`;
  if (limits.max && date > limits.max) return `Até ${formatCalendarDate(limits.max)}`;
  return undefined;
};

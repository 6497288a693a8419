import { addDays, isCalendarDate } from '../calendarDate.ts';

const BRAZILIAN = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?: 00:00(?::00)?)?$/;
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
  const [, day = '', month = '', year = ''] = BRAZILIAN.exec(text) ?? [];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : null;
}

/** The day that a spreadsheet means by 45123; `null` for what cannot be one. */
export function serialDay(text: string): string | null {
  const days = SERIAL.test(text) ? Number(text) : 0;
  return days >= SERIALS[0] && days <= SERIALS[1] ? addDays(DAY_ZERO, days) : null;
}

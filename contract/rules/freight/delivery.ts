import { normalizePostalCode } from '../contact.ts';
import { foldedText, listText } from '../text.ts';
import { addDays, type CalendarDate, shortWeekday, WEEKDAYS, weekdayOf } from '../time/calendarDate.ts';

/** A delivery destination as far as it is known; unknown parts are empty. */
export interface Destination {
  uf: string;
  cidade: string;
  /** IBGE code of the city. */
  ibge: string;
  cep: string;
}

/**
 * Whether state, city or postal code differ where both are known. A freight belongs to its destination (docs/domain.md 12): a
 * quote for one place is never charged for another.
 */
export function isElsewhere(own: Destination, requested: Destination): boolean {
  const differ = (one: string, other: string) => one !== '' && other !== '' && one !== other;
  if (differ(own.uf, requested.uf)) return true;
  if (differ(normalizePostalCode(own.cep), normalizePostalCode(requested.cep))) return true;
  if (own.ibge !== '' && requested.ibge !== '') return own.ibge !== requested.ibge;
  return requested.cidade !== own.ibge && differ(foldedText(own.cidade), foldedText(requested.cidade));
}

/** 'Campinas/SP', otherwise whatever is known of the place. */
export const placeText = ({ cidade, uf, cep }: Destination): string =>
  [cidade, uf].filter(Boolean).join('/') || cep;

/** For a freight that was stored with only the name of its place: 'Campinas/SP'. */
export function destinationNamed(place: string): Destination {
  const [, cidade = '', uf = ''] = /^(?:(.+)\/)?([A-Z]{2})$/.exec(place) ?? [];
  return { uf, cidade, ibge: '', cep: '' };
}

/** `diasSemanaEntrega`: seven letters S or N, starting with Sunday. */
export const WEEKDAYS_PATTERN = '^[SN]{7}$';

interface Delivery {
  from: CalendarDate;
  /** Transit time in business days. */
  days: number;
  /** The weekdays on which the carrier delivers, in the format of `diasSemanaEntrega`. */
  weekdays: string;
  isHoliday: (day: CalendarDate) => boolean;
}

/** Longer than any holidays or weekends can delay a delivery. */
const MAX_WAIT = 60;

/**
 * The day on which goods arrive: after `days` business days, the first day on which the carrier delivers and which is not a
 * holiday. `null` for a carrier that never delivers.
 */
export function deliveryDay({ from, days, weekdays, isHoliday }: Delivery): CalendarDate | null {
  let day = from;
  for (let left = days; left > 0; ) {
    day = addDays(day, 1);
    if (isBusinessDay(day) && !isHoliday(day)) left -= 1;
  }
  for (let waited = 0; waited <= MAX_WAIT; waited += 1, day = addDays(day, 1))
    if (weekdays[weekdayOf(day)] === 'S' && !isHoliday(day)) return day;
  return null;
}

function isBusinessDay(day: CalendarDate): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6;
}

/** 'seg, qua e sex' for 'NSNSNSN'; 'de segunda a sexta' and 'todos os dias' where they apply. */
export function deliveryDaysText(weekdays: string): string {
  if (weekdays === 'SSSSSSS') return 'todos os dias';
  if (weekdays === 'NSSSSSN') return 'de segunda a sexta';
  const names = WEEKDAYS.map((_, index) => shortWeekday(index)).filter((_, index) => weekdays[index] === 'S');
  if (names.length === 0) return 'sem dia certo';
  return listText(names);
}

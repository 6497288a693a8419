import { normalizePostalCode } from '../address.ts';
import { addDays, type CalendarDate } from '../calendarDate.ts';
import { foldedText } from '../foldedText.ts';

/** A place that goods go to, as far as it is known: empty texts for what is not. */
export interface Destination {
  uf: string;
  cidade: string;
  /** Code of the town. */
  ibge: string;
  cep: string;
}

/**
 * Another state, town or postal code, as far as both are known. A freight belongs to its destination (DOMAIN.md 12): what
 * was asked for one place is never charged for another.
 */
export function isElsewhere(own: Destination, asked: Destination): boolean {
  const differ = (one: string, other: string) => one !== '' && other !== '' && one !== other;
  if (differ(own.uf, asked.uf)) return true;
  if (differ(normalizePostalCode(own.cep), normalizePostalCode(asked.cep))) return true;
  if (own.ibge !== '' && asked.ibge !== '') return own.ibge !== asked.ibge;
  return asked.cidade !== own.ibge && differ(foldedText(own.cidade), foldedText(asked.cidade));
}

/** 'Campinas/SP', else what is known of it. */
export const placeText = ({ cidade, uf, cep }: Destination): string =>
  [cidade, uf].filter(Boolean).join('/') || cep;

/** Of a freight that was kept with the name of its place alone: 'Campinas/SP'. */
export function destinationNamed(place: string): Destination {
  const [, cidade = '', uf = ''] = /^(?:(.+)\/)?([A-Z]{2})$/.exec(place) ?? [];
  return { uf, cidade, ibge: '', cep: '' };
}

/** `diasSemanaEntrega`: seven S or N from Sunday. */
export const WEEKDAYS_PATTERN = '^[SN]{7}$';

interface Delivery {
  from: CalendarDate;
  /** Business days on the way. */
  days: number;
  /** On which weekdays the carrier delivers, as `diasSemanaEntrega`. */
  weekdays: string;
  isHoliday: (day: CalendarDate) => boolean;
}

/** Further than any holiday or weekend keeps a lorry waiting. */
const LONGEST_WAIT = 60;

/**
 * The day on which goods arrive: after `days` business days, on the first day that the carrier delivers on and that is
 * no holiday. `null` for a carrier that delivers on no day at all.
 */
export function deliveryDay({ from, days, weekdays, isHoliday }: Delivery): CalendarDate | null {
  let day = from;
  for (let left = days; left > 0; ) {
    day = addDays(day, 1);
    if (isBusinessDay(day) && !isHoliday(day)) left -= 1;
  }
  for (let waited = 0; waited <= LONGEST_WAIT; waited += 1, day = addDays(day, 1))
    if (weekdays[weekdayOf(day)] === 'S' && !isHoliday(day)) return day;
  return null;
}

/** 0 Sunday to 6 Saturday. */
const weekdayOf = (day: CalendarDate): number => new Date(`${day}T00:00:00Z`).getUTCDay();

function isBusinessDay(day: CalendarDate): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6;
}

const NAMES = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb'] as const;

/** 'seg, qua e sex' of 'NSNSNSN'; 'de segunda a sexta' and 'todos os dias' where it is one of these. */
export function deliveryDaysText(weekdays: string): string {
  if (weekdays === 'SSSSSSS') return 'todos os dias';
  if (weekdays === 'NSSSSSN') return 'de segunda a sexta';
  const names = NAMES.filter((_, index) => weekdays[index] === 'S');
  if (names.length === 0) return 'sem dia certo';
  const last = names.at(-1) ?? '';
  return names.length === 1 ? last : `${names.slice(0, -1).join(', ')} e ${last}`;
}

import { type WorkCalendar, workingSpans } from '../time/businessTime.ts';
import { addDays, type CalendarDate, weekdayOf } from '../time/calendarDate.ts';
import { startOfDay } from '../time/dayRange.ts';
import { localDate } from '../time/zonedTime.ts';

/** The moments that are proposed for the next contact, in the words of their buttons. */
export const NEXT_CONTACTS = [
  { value: 'EM_2_HORAS', label: 'Em 2 horas' },
  { value: 'AMANHA', label: 'Amanhã' },
  { value: 'EM_7_DIAS', label: 'Em uma semana' },
] as const;
export type NextContactKind = (typeof NEXT_CONTACTS)[number]['value'];

export interface ContactTimes {
  now: Date;
  /** Of the branch that makes the contact. */
  calendar: WorkCalendar;
  /** Weekdays on which the customer is served, 0 is Sunday; every day when empty. */
  servedOn: readonly number[];
}

const MINUTE = 60_000;
/** Nobody plans a call for 14:07. */
const STEP = 5 * MINUTE;
const SOON = 120 * MINUTE;
/** So that a contact proposed for the end of the day can still be made on it. */
const BEFORE_CLOSING = 30 * MINUTE;
/** A customer whose days and those of the branch do not meet within so many days has none. */
const MOST_DAYS = 60;

const DAYS_AHEAD: Record<Exclude<NextContactKind, 'EM_2_HORAS'>, number> = { AMANHA: 1, EM_7_DIAS: 7 };

/**
 * When to contact the customer next: only while the branch works, and on a day on which the customer is served. In two hours, or when
 * the next such day begins; on a later day at the same time of day, or the next at which the branch works, and
 * half an hour before it closes at the latest. `null` if there is no
 * such day.
 */
export function nextContact(kind: NextContactKind, times: ContactTimes): Date | null {
  const { zone } = times.calendar;
  if (kind === 'EM_2_HORAS') {
    const wanted = stepped(times.now.getTime() + SOON);
    const day = localDate(wanted, zone);
    const span =
      servedSpans(day, times).find(({ closes }) => wanted < closes) ??
      servedFrom(addDays(day, 1), times)?.spans[0];
    return span ? new Date(Math.max(wanted, span.opens)) : null;
  }
  const today = localDate(times.now, zone);
  const next = servedFrom(addDays(today, DAYS_AHEAD[kind]), times);
  if (!next) return null;
  const timeOfDay = stepped(times.now.getTime()) - startOfDay(today, zone).getTime();
  const wanted = startOfDay(next.day, zone).getTime() + timeOfDay;
  const last = next.spans.at(-1);
  // During a break, the contact waits for its end.
  const span = next.spans.find((one) => wanted < one.closes - (one === last ? BEFORE_CLOSING : 0)) ?? last;
  if (!span) return null;
  const latest = span === last ? span.closes - BEFORE_CLOSING : wanted;
  return new Date(Math.max(span.opens, Math.min(wanted, latest)));
}

const stepped = (ms: number) => Math.ceil(ms / STEP) * STEP;

const servedSpans = (day: CalendarDate, { calendar, servedOn }: ContactTimes) =>
  servedOn.length > 0 && !servedOn.includes(weekdayOf(day)) ? [] : workingSpans(day, calendar);

function servedFrom(first: CalendarDate, times: ContactTimes) {
  for (let ahead = 0; ahead <= MOST_DAYS; ahead++) {
    const day = addDays(first, ahead);
    const spans = servedSpans(day, times);
    if (spans.length > 0) return { day, spans };
  }
  return null;
}

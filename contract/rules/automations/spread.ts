import type { CalendarDate } from '../calendarDate.ts';

/** A customer who is to be contacted, and who may do it. */
export interface Contact {
  customerId: number;
  sellers: readonly number[];
  /** 0 is Sunday; every day when empty. */
  weekdays: readonly number[];
  /** The first day on which the customer may hear from us again. */
  notBefore: CalendarDate;
}

export interface Placement {
  customerId: number;
  personId: number;
  day: CalendarDate;
  /** How many contacts of this run the person has on the day before this one. */
  place: number;
}

/**
 * Gives each contact a day and a seller: the day on which somebody has the most room left, the earliest of equals. Nobody
 * gets more than their room, and nobody is called on a day that is not theirs.
 */
export function spread(
  contacts: readonly Contact[],
  days: readonly CalendarDate[],
  roomOf: (personId: number, day: CalendarDate) => number,
): { placed: Placement[]; left: number[] } {
  const used = new Map<string, number>();
  const usedOf = (personId: number, day: CalendarDate) => used.get(`${personId}/${day}`) ?? 0;
  const placed: Placement[] = [];
  const left: number[] = [];
  for (const { customerId, sellers, weekdays, notBefore } of contacts) {
    let best: { personId: number; day: CalendarDate; room: number } | undefined;
    for (const day of days) {
      if (day < notBefore || (weekdays.length > 0 && !weekdays.includes(weekdayOf(day)))) continue;
      for (const personId of sellers) {
        const room = roomOf(personId, day) - usedOf(personId, day);
        if (room > (best?.room ?? 0)) best = { personId, day, room };
      }
    }
    if (!best) {
      left.push(customerId);
      continue;
    }
    const { personId, day } = best;
    const place = usedOf(personId, day);
    used.set(`${personId}/${day}`, place + 1);
    placed.push({ customerId, personId, day, place });
  }
  return { placed, left };
}

const weekdayOf = (day: CalendarDate): number => new Date(`${day}T00:00:00Z`).getUTCDay();

const LAST_MINUTE = 18 * 60 - 5;
const STEP = 10;

/** Minutes after midnight of the contact at this place of a day: one after the other, none after the day's end. */
export const minuteOf = (start: number, place: number): number => Math.min(LAST_MINUTE, start + place * STEP);

import type { PrivacyGroup } from '../../catalogs/privacyGroups.ts';
import { addDays, type CalendarDate } from '../calendarDate.ts';

/** Both laws keep for five years: CDC art. 27 from the day that a ticket ended, CTN art. 173, I from the end of the year. */
const YEARS = 5;

/** The newest of what may have to stay: the day that the last ticket ended, and that the last note was issued. */
export interface Kept {
  ticketEnded: CalendarDate | null;
  invoiceIssued: CalendarDate | null;
}

/** The last day on which data of a group are kept; `null` where they may go on `today`. */
export function keptUntil(group: PrivacyGroup, kept: Kept, today: CalendarDate): CalendarDate | null {
  const until =
    group === 'ATENDIMENTO'
      ? kept.ticketEnded && ticketKeptUntil(kept.ticketEnded)
      : group === 'FISCAL' || group === 'IDENTIDADE'
        ? kept.invoiceIssued && invoiceKeptUntil(kept.invoiceIssued)
        : null;
  return until && until >= today ? until : null;
}

/** Of 29 February it is 1 March: a day longer rather than shorter. */
export const ticketKeptUntil = (ended: CalendarDate): CalendarDate => {
  const later = `${yearOf(ended) + YEARS}${ended.slice(4)}`;
  return later.endsWith('-02-29') ? addDays(`${later.slice(0, 4)}-02-28`, 1) : later;
};

export const invoiceKeptUntil = (issued: CalendarDate): CalendarDate => `${yearOf(issued) + YEARS}-12-31`;

/** What ended, or was issued, before these days is kept by no law on `today`. */
export function keptSince(today: CalendarDate): { tickets: CalendarDate; invoices: CalendarDate } {
  const back = `${yearOf(today) - YEARS}${today.slice(4)}`;
  let tickets = back.endsWith('-02-29') ? addDays(`${back.slice(0, 4)}-02-28`, 1) : back;
  while (ticketKeptUntil(addDays(tickets, -1)) >= today) tickets = addDays(tickets, -1);
  return { tickets, invoices: `${yearOf(today) - YEARS}-01-01` };
}

const yearOf = (day: CalendarDate): number => Number(day.slice(0, 4));

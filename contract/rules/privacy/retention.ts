import type { PrivacyGroup } from '../../catalogs/privacy.ts';
import { addDays, type CalendarDate } from '../calendarDate.ts';

/** What a rule of retention (guarda de dados) may be about. TICKETS is said of each ticket type, REGISTROS of each own type. */
export const RETENTION_KINDS = ['TICKETS', 'ANEXOS', 'CLIENTES', 'CONTAS', 'CONTATOS', 'REGISTROS'] as const;

export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** What one thing is judged by. Days are those of the country. */
export interface Held extends Kept {
  /** The day that its time is counted from: its end, its last movement, its last change. */
  since: CalendarDate;
  /** Its person has an open ticket, an unpaid title or an order under way. */
  busy: boolean;
}

export interface Verdict {
  /** AINDA_NAO: not old enough. EM_ABERTO: its person is busy. LEI: a law keeps it whole. SAI: goes. */
  efeito: 'AINDA_NAO' | 'EM_ABERTO' | 'LEI' | 'SAI';
  /** Of LEI the last day that it is kept; of SAI that of the parts which a law still keeps, `null` without any. */
  ate: CalendarDate | null;
}

/** What a rule of so many months makes of one thing on `today`. */
export function verdictOn(kind: RetentionKind, held: Held, months: number, today: CalendarDate): Verdict {
  if (held.since >= dueBefore(months, today)) return { efeito: 'AINDA_NAO', ate: null };
  if (held.busy) return { efeito: 'EM_ABERTO', ate: null };
  const ticket = keptUntil('ATENDIMENTO', held, today);
  if (kind === 'TICKETS' || kind === 'ANEXOS')
    return ticket ? { efeito: 'LEI', ate: ticket } : { efeito: 'SAI', ate: null };
  if (kind !== 'CLIENTES') return { efeito: 'SAI', ate: null };
  const parts = [ticket, keptUntil('FISCAL', held, today)].flatMap((day) => day ?? []);
  return { efeito: 'SAI', ate: parts.sort().at(-1) ?? null };
}

/** What counts from a day before this one is old enough. Of a month that is shorter it is the last day. */
export function dueBefore(months: number, today: CalendarDate): CalendarDate {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const back = new Date(Date.UTC(year, month - 1 - months, 1));
  const last = new Date(Date.UTC(back.getUTCFullYear(), back.getUTCMonth() + 1, 0)).getUTCDate();
  return addDays(back.toISOString().slice(0, 10), Math.min(day, last) - 1);
}

/** Between the confirmation of a rule and the first night that it acts in: time to look again, and to stop it. */
export const GRACE_DAYS = 7;

/** A preview that was read longer ago than this confirms nothing. */
export const PREVIEW_MINUTES = 30;

/** Counting stops here: a larger number reads "10.000+". */
export const PREVIEW_CAP = 10_000;

/** Names a rule in addresses: 'CLIENTES', 'TICKETS-12', 'ANEXOS-12', 'REGISTROS-bicicletas'. */
export const targetKey = (kind: RetentionKind, of: number | string | null): string =>
  of === null ? kind : `${kind}-${of}`;

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

const yearOf = (day: CalendarDate): number => Number(day.slice(0, 4));

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

import type { PrivacyGroup } from '../../catalogs/privacy.ts';
import { addDays, addMonths, type CalendarDate } from '../time/calendarDate.ts';

/**
 * The kinds of data that a retention rule (guarda de dados) may cover. TICKETS has a rule per ticket type, REGISTROS per
 * custom type.
 */
export const RETENTION_KINDS = ['TICKETS', 'ANEXOS', 'CLIENTES', 'CONTAS', 'CONTATOS', 'REGISTROS'] as const;

export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** The facts that decide about an item. Days are those of the country. */
export interface RetentionFacts extends RetainedDates {
  /** The day from which its retention is counted: its end, its last movement or its last change. */
  since: CalendarDate;
  /** Whether its person has an open ticket, an unpaid title or an order in progress. */
  busy: boolean;
}

export interface Verdict {
  /** AINDA_NAO: not old enough. EM_ABERTO: its person is busy. LEI: kept entirely by law. SAI: removed. */
  efeito: 'AINDA_NAO' | 'EM_ABERTO' | 'LEI' | 'SAI';
  /**
   * For LEI, the last day on which it is kept; for SAI, the last day of the parts still kept by law, `null` if there are
   * none.
   */
  ate: CalendarDate | null;
}

/** The effect of a rule with this number of months on one item as of `today`. */
export function retentionVerdict(
  kind: RetentionKind,
  held: RetentionFacts,
  months: number,
  today: CalendarDate,
): Verdict {
  if (held.since >= cutoffDay(months, today)) return { efeito: 'AINDA_NAO', ate: null };
  if (held.busy) return { efeito: 'EM_ABERTO', ate: null };
  const ticket = keptUntil('ATENDIMENTO', held, today);
  if (kind === 'TICKETS' || kind === 'ANEXOS')
    return ticket ? { efeito: 'LEI', ate: ticket } : { efeito: 'SAI', ate: null };
  if (kind !== 'CLIENTES') return { efeito: 'SAI', ate: null };
  const parts = [ticket, keptUntil('FISCAL', held, today)].flatMap((day) => day ?? []);
  return { efeito: 'SAI', ate: parts.sort().at(-1) ?? null };
}

/** An item counted from a day before this one is old enough. In a shorter month, the last day is used. */
export const cutoffDay = (months: number, today: CalendarDate): CalendarDate => addMonths(today, -months);

/**
 * Days between the confirmation of a rule and the first night on which it acts, which leaves time to check again and stop it.
 */
export const GRACE_DAYS = 7;

/** A preview older than this number of minutes cannot be used to confirm a rule. */
export const PREVIEW_MINUTES = 30;

/** Counting stops here; a larger number is shown as "10.000+". */
export const PREVIEW_CAP = 10_000;

/** Identifies a rule in addresses: 'CLIENTES', 'TICKETS-12', 'ANEXOS-12', 'REGISTROS-bicicletas'. */
export const targetKey = (kind: RetentionKind, of: number | string | null): string =>
  of === null ? kind : `${kind}-${of}`;

/**
 * Both laws require five years: CDC art. 27 from the day on which a ticket ended, CTN art. 173, I from the end of the year.
 */
const YEARS = 5;

/** The latest dates that require retention: when the last ticket ended, and when the last invoice was issued. */
export interface RetainedDates {
  ticketEnded: CalendarDate | null;
  invoiceIssued: CalendarDate | null;
}

/** The last day on which data of a group has to be kept; `null` if it may be removed on `today`. */
export function keptUntil(
  group: PrivacyGroup,
  kept: RetainedDates,
  today: CalendarDate,
): CalendarDate | null {
  const until =
    group === 'ATENDIMENTO'
      ? kept.ticketEnded && ticketKeptUntil(kept.ticketEnded)
      : group === 'FISCAL' || group === 'IDENTIDADE'
        ? kept.invoiceIssued && invoiceKeptUntil(kept.invoiceIssued)
        : null;
  return until && until >= today ? until : null;
}

const yearOf = (day: CalendarDate): number => Number(day.slice(0, 4));

/** 29 February becomes 1 March, which keeps the data a day longer rather than shorter. */
export const ticketKeptUntil = (ended: CalendarDate): CalendarDate => {
  const later = `${yearOf(ended) + YEARS}${ended.slice(4)}`;
  return later.endsWith('-02-29') ? addDays(`${later.slice(0, 4)}-02-28`, 1) : later;
};

export const invoiceKeptUntil = (issued: CalendarDate): CalendarDate => `${yearOf(issued) + YEARS}-12-31`;

/** Anything that ended or was issued before these days is no longer kept by law on `today`. */
export function legalCutoffs(today: CalendarDate): { tickets: CalendarDate; invoices: CalendarDate } {
  const back = `${yearOf(today) - YEARS}${today.slice(4)}`;
  let tickets = back.endsWith('-02-29') ? addDays(`${back.slice(0, 4)}-02-28`, 1) : back;
  while (ticketKeptUntil(addDays(tickets, -1)) >= today) tickets = addDays(tickets, -1);
  return { tickets, invoices: `${yearOf(today) - YEARS}-01-01` };
}

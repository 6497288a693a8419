import { addDays, type CalendarDate } from '../calendarDate.ts';
import { type Kept, keptUntil } from './keptUntil.ts';

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

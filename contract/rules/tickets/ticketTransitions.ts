import { personType } from '../../catalogs/personType.ts';
import { type TicketStatus, ticketStatus } from '../../catalogs/ticketStatus.ts';
import type { PersonType } from '../../permissions.ts';

/** Whether a status may follow another (DOMAIN section 2); a status never follows itself. */
export const mayFollow = (from: TicketStatus, to: TicketStatus): boolean =>
  rowOfStatus(from).next.includes(to);

/** Finished or cancelled. */
export const isClosed = (status: TicketStatus): boolean => rowOfStatus(status).closed;

/** Only closed tickets are archived, each once. */
export const mayArchive = (status: TicketStatus, archived: boolean): boolean => isClosed(status) && !archived;

/** Closed and not archived: archived tickets are read-only. Who may, and for how long, is asked elsewhere. */
export const mayReopen = (status: TicketStatus, archived: boolean): boolean => isClosed(status) && !archived;

/** The due clock stands still while the customer is waited for. */
export const pausesDue = (status: TicketStatus): boolean => rowOfStatus(status).pausesDue;

/**
 * The status after a move into a step that asks for `entering`; `null` when DOMAIN section 2 allows none. Whoever
 * moves a waiting ticket has taken it up again, so one waiting may follow another by way of EM_ATENDIMENTO; and what
 * somebody took is never ABERTO again, though it goes back to the first step.
 */
export function statusAfterMove(from: TicketStatus, entering: TicketStatus): TicketStatus | null {
  if (isClosed(from)) return null;
  if (from === entering || mayFollow(from, entering)) return entering;
  if (entering === 'ABERTO') return 'EM_ATENDIMENTO';
  return isWaiting(from) && mayFollow('EM_ATENDIMENTO', entering) ? entering : null;
}

const isWaiting = (status: TicketStatus): boolean => status.startsWith('AGUARDANDO_');

function rowOfStatus(status: TicketStatus) {
  const row = ticketStatus.find(({ value }) => value === status);
  if (!row) throw new Error(`Unknown ticket status: ${status}`);
  return row;
}

interface ReopenRules {
  /** Days after the end; parameters diasReaberturaConsumidor and diasReaberturaEquipe. */
  consumerDays: number;
  staffDays: number;
}

interface Ended {
  status: TicketStatus;
  archived: boolean;
  /** When it was finished or cancelled. */
  endedAt: Date | null;
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * Whether a person of this type may reopen now (DOMAIN sections 2 and 7): consumers and staff within their window,
 * whoever sees every branch at any time; a cancelled ticket only the latter.
 */
export function withinReopenWindow(
  type: PersonType,
  { status, archived, endedAt }: Ended,
  now: Date,
  rules: ReopenRules,
): boolean {
  if (!mayReopen(status, archived)) return false;
  const scope = personType.find(({ value }) => value === type)?.scope;
  if (scope === 'TODAS_FILIAIS') return true;
  if (status === 'CANCELADO' || !endedAt) return false;
  const days = scope === 'PROPRIO' ? rules.consumerDays : rules.staffDays;
  return now.getTime() <= endedAt.getTime() + days * DAY;
}

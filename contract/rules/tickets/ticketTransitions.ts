import { personType } from '../../catalogs/personType.ts';
import { type TicketStatus, ticketStatus } from '../../catalogs/ticketStatus.ts';
import type { PersonType } from '../../permissions.ts';

/** Whether a status may follow another (docs/domain.md 2); a status never follows itself. */
export const mayFollow = (from: TicketStatus, to: TicketStatus): boolean =>
  rowOfStatus(from).next.includes(to);

/** Finished or cancelled. */
export const isClosed = (status: TicketStatus): boolean => rowOfStatus(status).closed;

/** Only closed tickets can be archived, and only once. */
export const mayArchive = (status: TicketStatus, archived: boolean): boolean => isClosed(status) && !archived;

/** Closed and not archived, since archived tickets are read-only. Who may reopen, and for how long, is checked elsewhere. */
export const mayReopen = (status: TicketStatus, archived: boolean): boolean => isClosed(status) && !archived;

/** The due time does not run while the customer's answer is awaited. */
export const pausesDue = (status: TicketStatus): boolean => rowOfStatus(status).pausesDue;

/**
 * The status after a move into a step that sets `entering`; `null` if docs/domain.md 2 does not allow it. Moving a waiting
 * ticket means that work on it has resumed, so one waiting status may follow another by way of EM_ATENDIMENTO. A ticket that
 * was taken up never becomes ABERTO again, even if it returns to the first step.
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
  /** Days after the end, from the parameters diasReaberturaConsumidor and diasReaberturaEquipe. */
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
 * Whether a person of this type may reopen now (docs/domain.md 2 and 7): consumers and staff within their window, people who
 * see every branch at any time. Only the latter may reopen a cancelled ticket.
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

import { type TicketStatus, ticketStatus } from '../catalogs/ticketStatus.ts';

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

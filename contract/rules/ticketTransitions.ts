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

function rowOfStatus(status: TicketStatus) {
  const row = ticketStatus.find(({ value }) => value === status);
  if (!row) throw new Error(`Unknown ticket status: ${status}`);
  return row;
}

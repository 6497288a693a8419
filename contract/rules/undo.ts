/** How long the way back is offered after an act, in milliseconds. Letters about the act leave only after it. */
export const UNDO_OFFER_MS = 8_000;

/** How long an act can be taken back: the offer is short, but the press or its answer may be under way for longer. */
export const UNDO_MINUTES = 10;

/** Whether what was done at `at` can still be taken back. */
export const mayBeUndone = (at: Date, now: Date): boolean =>
  now.getTime() - at.getTime() <= UNDO_MINUTES * 60_000;

export const LATE_UNDO = `Isto só se desfaz em até ${UNDO_MINUTES} minutos.`;

/** Everything that is offered to be taken back. What has no way back asks before it is done. */
export const undoableActs = [
  'assignTicket',
  'forwardTicket',
  'prioritizeTicket',
  'useMacro',
  'changeTicketDue',
  'archiveTicket',
  'unarchiveTicket',
  'bulkOnTickets',
  'mergeTickets',
  'splitTicket',
  'mergeCustomers',
  'dismissDouble',
  'rescheduleAgenda',
  'rescheduleAgendas',
  'removeQuoteLine',
] as const;
export type UndoableAct = (typeof undoableActs)[number];

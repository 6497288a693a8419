/** What other modules ask of the list. */
export { soonUntil } from './dueCondition.ts';
export { ticketHits } from './ticketHits.ts';

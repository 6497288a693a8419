/** Numbers that a notice names; the person's own list has them all. */
const MOST_NAMED = 50;

/** The numbers of tickets as a notice names them: '12, 13.' */
export const namedTickets = (ids: readonly number[]): string =>
  `${ids.slice(0, MOST_NAMED).join(', ')}${ids.length > MOST_NAMED ? '…' : '.'}`;

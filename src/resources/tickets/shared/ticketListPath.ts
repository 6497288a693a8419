import { listPath } from '#ui/shell/screens.ts';

/** The ticket list with exactly these filters in its address. */
export const ticketListPath = (filter: Readonly<Record<string, unknown>>): string =>
  listPath('tickets', filter);

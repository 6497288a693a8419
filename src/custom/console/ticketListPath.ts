import { listPath } from '../../ui/lists/listPath.ts';

/** The ticket list with these filters in its address, and no other. */
export const ticketListPath = (filter: Readonly<Record<string, unknown>>): string =>
  listPath('tickets', filter);

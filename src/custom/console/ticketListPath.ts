/** The ticket list with these filters in its address, and no other. */
export const ticketListPath = (filter: Readonly<Record<string, unknown>>): string =>
  `/tickets?displayedFilters=%7B%7D&filter=${encodeURIComponent(JSON.stringify(filter))}&page=1`;

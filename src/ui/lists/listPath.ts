/** A list of the console with these filters in its address, and no other. */
export const listPath = (list: string, filter: Readonly<Record<string, unknown>>): string =>
  `/${list}?displayedFilters=%7B%7D&filter=${encodeURIComponent(JSON.stringify(filter))}&page=1`;

/** Path of a list with exactly these filters in its address. */
export const listPath = (list: string, filter: Readonly<Record<string, unknown>>): string =>
  `/${list}?displayedFilters=%7B%7D&filter=${encodeURIComponent(JSON.stringify(filter))}&page=1`;

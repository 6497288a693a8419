/** Path of a list with exactly these filters in its address; `latest` names the date whose newest come first. */
export const listPath = (list: string, filter: Readonly<Record<string, unknown>>, latest?: string): string =>
  `/${list}?displayedFilters=%7B%7D&filter=${encodeURIComponent(JSON.stringify(filter))}&page=1${
    latest ? `&sort=${latest}&order=DESC` : ''
  }`;

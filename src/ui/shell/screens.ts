import { createContext, useContext } from 'react';

/** Paths of the existing screens, so that no link leads to a missing page. */
export const ScreensContext = createContext<ReadonlySet<string>>(new Set());

export const useScreens = () => useContext(ScreensContext);

/** Path of a list with exactly these filters in its address. */
export const listPath = (list: string, filter: Readonly<Record<string, unknown>>): string =>
  `/${list}?displayedFilters=%7B%7D&filter=${encodeURIComponent(JSON.stringify(filter))}&page=1`;

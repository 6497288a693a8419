import { Children, createContext, Fragment, isValidElement, type ReactNode, useContext } from 'react';

/** Paths of the existing screens, so that no entry of the shell leads to a missing page. */
export const ScreensContext = createContext<ReadonlySet<string>>(new Set());

export const useScreens = () => useContext(ScreensContext);

interface Routed {
  name?: string;
  list?: unknown;
  path?: string;
  children?: ReactNode;
}

/** Collects the paths of `<Resource name list>` and `<CustomRoutes><Route path></CustomRoutes>`. */
export function screenPaths(children: ReactNode): Set<string> {
  const paths = new Set<string>();
  Children.forEach(children, (child) => {
    if (!isValidElement<Routed>(child)) return;
    const { name, list, path, children: inner } = child.props;
    if (name && list) paths.add(`/${name}`);
    if (path && child.type !== Fragment) paths.add(path.startsWith('/') ? path : `/${path}`);
    for (const found of screenPaths(inner)) paths.add(found);
  });
  return paths;
}

/** The ticket list with exactly these filters in its address. */
export const ticketListPath = (filter: Readonly<Record<string, unknown>>): string =>
  listPath('tickets', filter);

/** Path of a list with exactly these filters in its address. */
export const listPath = (list: string, filter: Readonly<Record<string, unknown>>): string =>
  `/${list}?displayedFilters=%7B%7D&filter=${encodeURIComponent(JSON.stringify(filter))}&page=1`;

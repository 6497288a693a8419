import { createContext, useContext } from 'react';

/** A step of the breadcrumb; without `to` it is a word, not a link. */
export interface Crumb {
  label: string;
  to?: string;
}

/** What the page says of itself to the top bar. */
export interface Heading {
  title: string;
  crumbs?: Crumb[];
}

interface HeadingStore {
  heading: Heading;
  setHeading: (heading: Heading) => void;
}

export const APP_NAME = 'Balcão';

export const HeadingContext = createContext<HeadingStore>({
  heading: { title: APP_NAME },
  setHeading: () => {},
});

export const useHeading = () => useContext(HeadingContext);

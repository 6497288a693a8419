import { styled } from '@mui/material/styles';
import { createContext, useContext, useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** A step of the breadcrumb; without `to` it is a word, not a link. */
export interface Crumb {
  label: string;
  to?: string;
}

/** What the page at `pathname` says of itself to the top bar. */
export interface Heading {
  pathname: string;
  title: string;
  crumbs: Crumb[];
}

interface HeadingStore {
  heading: Heading | null;
  setHeading: (heading: Heading) => void;
}

export const APP_NAME = 'Balcão';

export const HeadingContext = createContext<HeadingStore>({ heading: null, setHeading: () => {} });

/** What the page that is shown says of itself; null while it says nothing. */
export function useHeading(): Heading | null {
  const { pathname } = useLocation();
  const { heading } = useContext(HeadingContext);
  return heading?.pathname === pathname ? heading : null;
}

/** Names the page to the browser's tab and to the top bar. `Page` does it for most screens. */
export function usePageHeading(title: string, crumbs: Crumb[] = []): void {
  const { pathname } = useLocation();
  const { setHeading } = useContext(HeadingContext);
  const trail = JSON.stringify(crumbs);
  useEffect(() => {
    document.title = `${title} · ${APP_NAME}`;
    setHeading({ pathname, title, crumbs: JSON.parse(trail) as Crumb[] });
  }, [pathname, title, trail, setHeading]);
}

/** First stop of the keyboard: past the drawer and the bar. */
export function SkipLink() {
  return <Skip href="#conteudo">Pular para o conteúdo</Skip>;
}

const Skip = styled('a')(({ theme }) => ({
  position: 'fixed',
  top: 8,
  left: 8,
  zIndex: theme.zIndex.tooltip,
  padding: '8px 12px',
  borderRadius: 6,
  backgroundColor: theme.vars.palette.actions.primaria.main,
  color: theme.vars.palette.actions.primaria.contrast,
  fontWeight: 500,
  transform: 'translateY(-200%)',
  '&:focus': { transform: 'none' },
}));

import { styled } from '@mui/material/styles';
import { createContext, useContext, useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** A breadcrumb; without `to` it is plain text instead of a link. */
export interface Crumb {
  label: string;
  to?: string;
}

/** The heading that the page at `pathname` has set for the top bar. */
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

/** The heading of the current page; null while it has not set one. */
export function useHeading(): Heading | null {
  const { pathname } = useLocation();
  const { heading } = useContext(HeadingContext);
  return heading?.pathname === pathname ? heading : null;
}

/** Sets the title of the browser tab and the top bar. `Page` does this for most screens. */
export function usePageHeading(title: string, crumbs: Crumb[] = []): void {
  const { pathname } = useLocation();
  const { setHeading } = useContext(HeadingContext);
  const trail = JSON.stringify(crumbs);
  useEffect(() => {
    document.title = `${title} · ${APP_NAME}`;
    setHeading({ pathname, title, crumbs: JSON.parse(trail) as Crumb[] });
  }, [pathname, title, trail, setHeading]);
}

/** The first tab stop: skips the drawer and the top bar. */
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

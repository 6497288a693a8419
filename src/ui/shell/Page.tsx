import Box from '@mui/material/Box';
import { styled, useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { createContext, type MouseEvent, type ReactNode, useContext, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { MenuWord } from '#contract/words/menu.ts';
import { menuWord } from '#contract/words/words.ts';
import { useWords } from '../words.ts';
import { usePaperBranch } from './paperBranch.ts';
import { type Answer, Failure } from './states/StateMessage.tsx';
import { setTabTitle } from './tabTitle.ts';

/** Lists use the full width, forms at most 960 px, text at most 720 px (docs/domain.md 19). */
const WIDTHS = { full: 'none', form: 960, reading: 720 } as const;

/**
 * A page of the menu by the word there, which the company may change, and `inFull` what heads the page while it did not; any
 * other title is somebody's own text or says what is done, and stays as it is.
 */
export type PageTitle = string | { menu: MenuWord; inFull?: string };

interface PageProps {
  title: PageTitle;
  /** The heading, when it is more than the page's name: a greeting, a subject. */
  heading?: ReactNode;
  /** The number of items with its unit: "23 tickets". */
  count?: ReactNode;
  /** Breadcrumbs before the title. The drawer's entry is added automatically. */
  crumbs?: Crumb[];
  /** Buttons to the right of the title; the primary one last. */
  actions?: ReactNode;
  /** Shown beside the title: chips, dates. */
  aside?: ReactNode;
  width?: keyof typeof WIDTHS;
  /** On a desktop, makes the page as high as the window, with scrolling only inside; for lists. */
  fill?: boolean;
  /** The branch of the record, whose brand heads its paper. */
  branch?: number;
  children: ReactNode;
}

/** The request that a page consists of, as from `LoadedPage`. */
const AnswerContext = createContext<Answer | null>(null);
export const PageAnswer = AnswerContext.Provider;

/** The frame of every screen: sets the title of the tab and the top bar, and takes the focus after a navigation. */
export function Page(props: PageProps) {
  useWords();
  const { title, name } = titleOf(props.title);
  const { heading = name, count, crumbs, actions, aside, width = 'full', fill = false } = props;
  const { children } = props;
  // A page that counts keeps the room for it until the answer is there.
  const counts = 'count' in props;
  const top = useRef<HTMLHeadingElement>(null);
  const answer = useContext(AnswerContext);
  usePageHeading(title, crumbs);
  usePaperBranch(props.branch);
  useFocusOnArrival(top);
  return (
    <Box
      data-in-order
      sx={{
        width: '100%',
        maxWidth: WIDTHS[width],
        px: { xs: 4, md: 6 },
        pt: 3,
        pb: fill ? { xs: 6, md: 0 } : 8,
        display: 'flex',
        flexDirection: 'column',
        ...(fill && { height: { md: 'calc(100dvh - var(--shell-top))' }, minHeight: { md: 480 } }),
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          flexWrap: 'wrap',
          columnGap: 3,
          rowGap: 2,
          minHeight: 40,
          mb: 2,
          flex: 'none',
        }}
      >
        <Typography variant="h1" ref={top} tabIndex={-1} sx={{ overflowWrap: 'anywhere' }}>
          {heading}
        </Typography>
        {counts && (
          // A line of its own on a phone, because a count that arrives later must not wrap what stands beside it.
          <Typography
            component="span"
            sx={{
              order: { xs: 1, sm: 0 },
              flexBasis: { xs: '100%', sm: 'auto' },
              minHeight: 20,
              color: (t) => t.vars.palette.components.textoSecundario,
            }}
          >
            {count}
          </Typography>
        )}
        {aside}
        {actions && <Box sx={{ ml: 'auto', display: 'flex', flexWrap: 'wrap', gap: 2 }}>{actions}</Box>}
      </Box>
      {answer && <Failure answer={answer} />}
      {children}
    </Box>
  );
}

function titleOf(given: PageTitle): { title: string; name: string } {
  if (typeof given === 'string') return { title: given, name: given };
  const title = menuWord(given.menu);
  return { title, name: title === given.menu ? (given.inFull ?? title) : title };
}

/**
 * Makes screen readers announce the new page. The first load keeps the browser's own focus, and so do fields that have
 * already taken it.
 */
function useFocusOnArrival(target: React.RefObject<HTMLHeadingElement | null>) {
  const { key, pathname } = useLocation();
  const arrived = key !== 'default';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of filters (same path) keeps the focus
  useEffect(() => {
    const focusedBefore = document.activeElement?.closest('main *, [role="dialog"]');
    if (arrived && !focusedBefore) target.current?.focus({ preventScroll: true });
  }, [pathname]);
}

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
    setTabTitle(`${title} · ${APP_NAME}`);
    setHeading({ pathname, title, crumbs: JSON.parse(trail) as Crumb[] });
  }, [pathname, title, trail, setHeading]);
}

/** The first tab stop: skips the drawer and the top bar. */
export function SkipLink() {
  return (
    <Skip href="#conteudo" onClick={skip}>
      Pular para o conteúdo
    </Skip>
  );
}

/** Without an entry in the history, through which 'back' would lead. */
function skip(event: MouseEvent) {
  event.preventDefault();
  const content = document.getElementById('conteudo');
  content?.focus({ preventScroll: true });
  content?.scrollIntoView();
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

/** A counter bell on its counter: the same drawing as public/icon.svg. */
export function BrandMark({ size = 28 }: { size?: number }) {
  const { main, contrast } = useTheme().vars.palette.actions.primaria;
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill={main} />
      <g fill={contrast}>
        <circle cx="16" cy="9" r="2" />
        <path d="M7.5 19a8.5 8.5 0 0 1 17 0z" />
        <rect x="6" y="21.5" width="20" height="3" rx="1.5" />
      </g>
    </svg>
  );
}

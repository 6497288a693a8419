import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { type Crumb, usePageHeading } from './heading.tsx';

/** Lists use the full width, forms at most 960 px, text at most 720 px (DESIGN: Shell). */
const WIDTHS = { full: 'none', form: 960, reading: 720 } as const;

interface PageProps {
  title: string;
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
  children: ReactNode;
}

/** The frame of every screen: sets the title of the tab and the top bar, and takes the focus after a navigation. */
export function Page({
  title,
  heading = title,
  count,
  crumbs,
  actions,
  aside,
  width = 'full',
  fill = false,
  children,
}: PageProps) {
  const top = useRef<HTMLHeadingElement>(null);
  usePageHeading(title, crumbs);
  useFocusOnArrival(top);
  return (
    <Box
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
        {count != null && (
          <Typography component="span" sx={{ color: (t) => t.vars.palette.components.textoSecundario }}>
            {count}
          </Typography>
        )}
        {aside}
        {actions && <Box sx={{ ml: 'auto', display: 'flex', flexWrap: 'wrap', gap: 2 }}>{actions}</Box>}
      </Box>
      {children}
    </Box>
  );
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
    const taken = document.activeElement?.closest('main *, [role="dialog"]');
    if (arrived && !taken) target.current?.focus({ preventScroll: true });
  }, [pathname]);
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect } from 'react';
import { platformRoutes } from '#contract/config/platform.ts';
import { useRoute } from '#data/useRoute.ts';
import { APP_NAME, BrandMark } from '#ui/shell/Page.tsx';

interface PublicPageProps {
  title: string;
  children: ReactNode;
  /** Shown below the card: links to other pages. */
  footer?: ReactNode;
  /** Shown to the right of the card on a desktop. */
  beside?: ReactNode;
}

/** The frame of the pages before sign-in: a single card. */
export function PublicPage({ title, children, footer, beside }: PublicPageProps) {
  useEffect(() => {
    document.title = `${title} · ${APP_NAME}`;
  }, [title]);
  return (
    <Box
      component="main"
      sx={{
        minHeight: '100dvh',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        alignContent: 'center',
        justifyContent: 'center',
        gap: 6,
        p: { xs: 4, md: 8 },
      }}
    >
      <Box sx={{ width: '100%', maxWidth: 400 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 5 }}>
          <BrandMark size={32} />
          <Typography component="span" sx={{ fontSize: '1.125rem', fontWeight: 600 }}>
            {APP_NAME}
          </Typography>
        </Box>
        <Box
          sx={({ vars: { palette } }) => ({
            p: { xs: 4, sm: 6 },
            borderRadius: 1,
            border: `1px solid ${palette.components.linha}`,
            backgroundColor: palette.components.superficie,
          })}
        >
          <Typography variant="h1" sx={{ mb: 4 }}>
            {title}
          </Typography>
          {children}
        </Box>
        {footer && (
          <Box sx={{ mt: 4, display: 'flex', flexWrap: 'wrap', gap: 4, justifyContent: 'center' }}>
            {footer}
          </Box>
        )}
      </Box>
      {beside}
    </Box>
  );
}

/**
 * Information for the pages before sign-in: whether setup is pending, whether this is a demonstration, and whether a proof of
 * work is required.
 */
export const useInstallation = () =>
  useRoute(platformRoutes.installation, {}, { staleTime: Number.POSITIVE_INFINITY });

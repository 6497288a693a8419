import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect } from 'react';
import type { Brand } from '#contract/config/brand.ts';
import { formatDocument } from '#contract/rules/documents.ts';
import { logoStyle } from '#ui/components/display/logoStyle.ts';
import { APP_NAME, BrandMark } from '#ui/shell/Page.tsx';
import { setTabTitle } from '#ui/shell/tabTitle.ts';

interface PublicPageProps {
  title: string;
  /** Whose page it is, if not the console's own; null while that is not known yet. */
  brand?: Brand | null;
  children: ReactNode;
  /** Shown below the card: links to other pages. */
  footer?: ReactNode;
  /** Fills the other half of the window on a desktop. What stands in this one grows downwards only, so that nothing moves. */
  picture?: ReactNode;
  /** False while it is not known what stands in the card; it then appears as one. */
  isReady?: boolean;
}

/** The frame of the pages before sign-in: a single card, on its own or beside a picture. */
export function PublicPage({ title, brand, children, footer, picture, isReady = true }: PublicPageProps) {
  const name = brand?.nome ?? APP_NAME;
  useEffect(() => setTabTitle(`${title} · ${name}`), [title, name]);
  return (
    <Box
      component="main"
      sx={{
        minHeight: '100dvh',
        display: 'grid',
        justifyItems: 'center',
        ...(picture
          ? { gridTemplateColumns: { md: 'minmax(0, 1fr) minmax(0, 1fr)' }, alignItems: 'start' }
          : { alignItems: 'center', p: { xs: 4, md: 8 } }),
      }}
    >
      {isReady && (
        <Box
          sx={{
            width: picture ? 'calc(100% - 32px)' : '100%',
            maxWidth: 400,
            ...(picture && { py: { xs: 4, md: 'max(32px, 8vh)' } }),
          }}
        >
          <Box
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 2,
              minHeight: brand === undefined ? 32 : 48,
              mb: 5,
            }}
          >
            {brand === undefined && <BrandMark size={32} />}
            {brand?.logo && <Logo src={brand.logo} alt="" style={logoStyle(brand)} />}
            <Typography
              component="span"
              sx={{ minWidth: 0, overflowWrap: 'anywhere', fontSize: '1.125rem', fontWeight: 600 }}
            >
              {brand === null ? '' : name}
            </Typography>
          </Box>
          <Box
            sx={({ vars: { palette } }) => ({
              p: { xs: 4, sm: 6 },
              borderRadius: 1,
              border: `1px solid ${palette.components.linha}`,
              ...(brand !== undefined && {
                borderTop: `3px solid ${brand?.cor ?? palette.components.linha}`,
              }),
              backgroundColor: palette.components.superficie,
            })}
          >
            <Typography variant="h1" sx={{ mb: 4 }}>
              {title}
            </Typography>
            {children}
          </Box>
          {brand && <Facts brand={brand} />}
          {footer && (
            <Box sx={{ mt: 4, display: 'flex', flexWrap: 'wrap', gap: 4, justifyContent: 'center' }}>
              {footer}
            </Box>
          )}
        </Box>
      )}
      {picture}
    </Box>
  );
}

/** On white, as on the company's paper, since most logos are drawn for it. */
const Logo = styled('img')({
  maxWidth: 160,
  maxHeight: 48,
  padding: 4,
  borderRadius: 4,
  backgroundColor: '#fff',
  objectFit: 'contain',
});

/** Who it is that is paid. */
const Facts = ({ brand: { razSoc, cnpj, endereco } }: { brand: Brand }) => (
  <Typography
    variant="body2"
    component="footer"
    color="text.secondary"
    sx={{ mt: 4, overflowWrap: 'anywhere' }}
  >
    {cnpj && `${razSoc} · CNPJ\u00a0${formatDocument(cnpj)}`}
    {endereco && <div>{endereco}</div>}
  </Typography>
);

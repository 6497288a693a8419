import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect } from 'react';
import type { Brand } from '#contract/config/brand.ts';
import { formatDocument } from '#contract/rules/documents.ts';
import { logoStyle } from '#ui/components/display/logoStyle.ts';
import { APP_NAME, BrandMark } from '#ui/shell/Page.tsx';

interface PublicPageProps {
  title: string;
  /** Whose page it is, if not the console's own; null while that is not known yet. */
  brand?: Brand | null;
  children: ReactNode;
  /** Shown below the card: links to other pages. */
  footer?: ReactNode;
  /** Shown to the right of the card on a desktop. */
  beside?: ReactNode;
}

/** The frame of the pages before sign-in: a single card. */
export function PublicPage({ title, brand, children, footer, beside }: PublicPageProps) {
  const name = brand?.nome ?? APP_NAME;
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
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
            ...(brand !== undefined && { borderTop: `3px solid ${brand?.cor ?? palette.components.linha}` }),
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
      {beside}
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

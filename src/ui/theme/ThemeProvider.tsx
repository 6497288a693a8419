import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider as MuiThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { MODE_STORAGE_KEY, theme } from './theme.ts';

/** Provides the theme to its children. Follows the system until the person chooses light or dark. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={styleCache}>
      <MuiThemeProvider theme={theme} defaultMode="system" modeStorageKey={MODE_STORAGE_KEY}>
        <CssBaseline enableColorScheme />
        {children}
      </MuiThemeProvider>
    </CacheProvider>
  );
}

/** Without unsafe-inline, Emotion's style element is allowed by the page's nonce. */
const styleCache = createCache({ key: 'b', nonce: pageNonce() });

/** The browser clears the nonce *attribute* when parsing the page, but the property still has it. */
export function pageNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;
}

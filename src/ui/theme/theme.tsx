import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ptBR } from '@mui/material/locale';
import { createTheme, ThemeProvider as MuiThemeProvider, type Theme } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';
import type { ReactNode } from 'react';
import { components } from './components.ts';
import { type ActionColor, type ConsolePalette, paletteOf, type Scheme } from './palette.ts';

/** Inter, 14 px body, 13 px for tables and small controls; headings are distinguished by weight rather than size. */
const FONT = "'Inter Variable', 'Inter', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

const text = (px: number, line: number, weight = 400, spacing = '0') => ({
  fontSize: `${px / 16}rem`,
  lineHeight: line / px,
  fontWeight: weight,
  letterSpacing: spacing,
});

const typography = {
  fontFamily: FONT,
  fontSize: 14,
  fontWeightMedium: 500,
  fontWeightBold: 600,
  h1: text(20, 28, 600, '-0.014em'),
  h2: text(16, 24, 600, '-0.01em'),
  h3: text(14, 20, 600, '-0.006em'),
  h4: text(14, 20, 600),
  h5: text(14, 20, 600),
  h6: text(14, 20, 600),
  subtitle1: text(14, 20, 500),
  subtitle2: text(13, 20, 500),
  body1: text(14, 20),
  body2: text(13, 20),
  caption: text(12, 16),
  overline: { ...text(12, 16, 500), textTransform: 'none' as const },
  button: { ...text(14, 20, 500), textTransform: 'none' as const },
};

declare module '@mui/material/styles' {
  interface Palette extends ConsolePalette {}
  interface PaletteOptions extends Partial<ConsolePalette> {}
}

/** Storage key of the choice; `public/theme.js` reads it before the first paint. */
export const MODE_STORAGE_KEY = 'balcao.tema';

/** The attribute of `<html>` that carries `light` or `dark`. */
export const SCHEME_ATTRIBUTE = 'data-tema';

/** Maximum duration of any animation, in ms (docs/domain.md 19). */
const MAX_DURATION = 150;

/**
 * The console's theme: restrained, compact, precise. Colours are CSS variables (`theme.vars.palette…`), so that switching
 * between light and dark needs no re-render.
 */
export const theme = createTheme(
  {
    cssVariables: { cssVarPrefix: 'b', colorSchemeSelector: SCHEME_ATTRIBUTE },
    colorSchemes: { light: { palette: muiPalette('light') }, dark: { palette: muiPalette('dark') } },
    spacing: 4,
    shape: { borderRadius: 8 },
    typography,
    transitions: {
      duration: {
        shortest: 100,
        shorter: 120,
        short: MAX_DURATION,
        standard: MAX_DURATION,
        complex: MAX_DURATION,
        enteringScreen: MAX_DURATION,
        leavingScreen: 100,
      },
    },
    components,
  },
  ptBR,
);

function muiPalette(scheme: Scheme) {
  const palette = paletteOf(scheme);
  const { actions, components: c } = palette;
  return {
    ...palette,
    primary: muiColor(actions.primaria),
    secondary: muiColor(actions.secundaria),
    success: muiColor(actions.sucesso),
    warning: muiColor(actions.aviso),
    error: muiColor(actions.perigo),
    info: muiColor(actions.informacao),
    background: { default: c.fundo, paper: c.superficie },
    text: { primary: c.texto, secondary: c.textoSecundario },
    divider: c.linha,
    action: { hover: c.realce, selected: c.selecionado },
  };
}

function muiColor({ main, hover, contrast, soft }: ActionColor) {
  return {
    main,
    dark: hover,
    light: soft,
    contrastText: contrast,
  };
}

interface Tone {
  /** A tinted background, and the text on it or on a surface with a contrast of 4.5:1 or better. */
  soft: string;
  text: string;
}

/** The palette as CSS variables where the theme has them, so that light and dark need no re-render. */
export const themeColors = (theme: Theme) => (theme.vars ?? theme).palette;

/** The tint for a palette key as used in catalogues: 'sucesso', 'estoque.baixo', 'status_pedido.analise'. */
export const toneColors = (theme: Theme, key: string): Tone => {
  const palette = themeColors(theme);
  const [group, name] = key.includes('.') ? key.split('.') : ['actions', key];
  const groups: Record<string, unknown> = { ...palette };
  const tone = (groups[group ?? ''] as Record<string, Tone | undefined> | undefined)?.[name ?? ''];
  return tone ?? { soft: palette.action.selected, text: palette.text.primary };
};

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

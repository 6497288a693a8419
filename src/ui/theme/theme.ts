import { ptBR } from '@mui/material/locale';
import { createTheme } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';
import { components } from './components.ts';
import { type ActionColor, type ConsolePalette, paletteOf, type Scheme } from './palette.ts';
import { typography } from './typography.ts';

declare module '@mui/material/styles' {
  interface Palette extends ConsolePalette {}
  interface PaletteOptions extends Partial<ConsolePalette> {}
}

/** Where the browser keeps the choice; `public/theme.js` reads it before the first paint. */
export const MODE_STORAGE_KEY = 'balcao.tema';
/** The attribute of `<html>` that carries `light` or `dark`. */
export const SCHEME_ATTRIBUTE = 'data-tema';

/** No motion is longer than this, in ms (DESIGN: Voice and look). */
const LONGEST = 150;

/**
 * The look of the console: quiet, dense, exact. Colours are CSS variables (`theme.vars.palette…`), so that a
 * switch between light and dark renders nothing again.
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
        short: LONGEST,
        standard: LONGEST,
        complex: LONGEST,
        enteringScreen: LONGEST,
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

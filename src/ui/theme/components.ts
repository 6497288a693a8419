import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';
import { controls } from './controls.ts';
import { surfaces } from './surfaces.ts';

/** What holds for every element, and the ring of what has the focus. */
const baseline: ThemeComponents = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      html: { height: '100%' },
      body: {
        minHeight: '100%',
        fontFeatureSettings: "'cv11', 'ss03'",
        textRendering: 'optimizeLegibility',
      },
      '#root': { minHeight: '100%' },
      'td, time, input': { fontVariantNumeric: 'tabular-nums' },
      a: { color: theme.vars.palette.actions.primaria.text, textUnderlineOffset: '0.2em' },
      '::selection': {
        backgroundColor: theme.vars.palette.components.selecionado,
        color: theme.vars.palette.components.texto,
      },
      ':focus-visible': { outline: `2px solid ${theme.vars.palette.components.foco}`, outlineOffset: 2 },
      '[tabindex="-1"]:focus-visible': { outline: 'none' },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          transitionDuration: '0.01ms !important',
          scrollBehavior: 'auto !important',
        },
      },
    }),
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({
        // A button of the browser writes in the system's font, where nothing else is said.
        fontFamily: 'inherit',
        '&.Mui-focusVisible': {
          outline: `2px solid ${theme.vars.palette.components.foco}`,
          outlineOffset: 2,
        },
      }),
    },
  },
};

export type ThemeComponents = Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme>;

/** How MUI's parts look here. Each file holds the parts of one kind. */
export const components: ThemeComponents = { ...baseline, ...controls, ...surfaces };

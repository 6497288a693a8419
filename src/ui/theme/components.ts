import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';
import { controls, FINGER } from './controls.ts';

/** Global styles, and the focus ring. */
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
          // Zero, because even the shortest transition would start on every element for each property that changes.
          transitionDuration: '0s !important',
          transitionDelay: '0s !important',
          scrollBehavior: 'auto !important',
        },
        // Even the shortest animation puts each of a list's skeletons on a layer of its own.
        '.MuiSkeleton-root, .MuiSkeleton-root::after': { animation: 'none !important' },
      },
    }),
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({
        // Browsers render buttons in the system font by default.
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

/** Papers, menus, dialogs, tables: hairlines instead of shadows; only elements that float over the page have a shadow. */
export const surfaces: ThemeComponents = {
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: {
      root: { backgroundImage: 'none' },
      outlined: ({ theme }) => ({ borderColor: theme.vars.palette.components.linha }),
    },
  },
  MuiCard: { defaultProps: { variant: 'outlined' } },
  MuiDivider: {
    styleOverrides: { root: ({ theme }) => ({ borderColor: theme.vars.palette.components.linha }) },
  },
  MuiPopover: {
    defaultProps: { elevation: 0 },
    styleOverrides: {
      paper: ({ theme }) => ({
        backgroundColor: theme.vars.palette.components.elevada,
        border: `1px solid ${theme.vars.palette.components.linha}`,
        boxShadow: '0 8px 24px rgb(0 0 0 / 0.12), 0 2px 6px rgb(0 0 0 / 0.08)',
      }),
    },
  },
  MuiMenu: {
    // It is rendered outside the page's landmarks, so it is one itself.
    defaultProps: { elevation: 0, slotProps: { root: { role: 'region', 'aria-label': 'Opções' } } },
    styleOverrides: { list: { padding: 4 } },
  },
  // All autocompletes: as high as a field, open on focus, at most ten lines long.
  MuiAutocomplete: {
    defaultProps: {
      openOnFocus: true,
      slotProps: { popper: { role: 'region', 'aria-label': 'Opções' } },
    },
    styleOverrides: {
      root: {
        '& .MuiOutlinedInput-root.MuiInputBase-sizeSmall': {
          minHeight: 32,
          paddingTop: 0,
          paddingBottom: 0,
          paddingLeft: 4,
          '& .MuiAutocomplete-input': { padding: '6px', [FINGER]: { padding: '10px 6px' } },
        },
      },
      paper: ({ theme }) => ({ border: `1px solid ${theme.vars.palette.components.linha}` }),
      listbox: { maxHeight: 320, padding: 4 },
      option: { borderRadius: 6, '&&': { minHeight: 32, padding: '4px 8px', [FINGER]: { minHeight: 40 } } },
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 32,
        [FINGER]: { minHeight: 40 },
        padding: '4px 8px',
        borderRadius: 6,
        fontSize: '0.875rem',
        '&:hover, &.Mui-focusVisible': { backgroundColor: theme.vars.palette.components.realce },
        '&.Mui-focusVisible': { outlineOffset: -2 },
        '&.Mui-selected, &.Mui-selected:hover': {
          backgroundColor: theme.vars.palette.components.selecionado,
        },
      }),
    },
  },
  MuiDialog: {
    styleOverrides: {
      // A dialog that grows while it loads, or as somebody types, grows downwards only.
      scrollPaper: { alignItems: 'flex-start' },
      paperScrollPaper: {
        '&:not(.MuiDialog-paperFullScreen)': {
          marginTop: 'max(32px, 9vh)',
          maxHeight: 'calc(100% - max(32px, 9vh) - 32px)',
        },
      },
      paper: ({ theme }) => ({
        borderRadius: 12,
        border: `1px solid ${theme.vars.palette.components.linha}`,
        backgroundColor: theme.vars.palette.components.elevada,
        boxShadow: '0 16px 48px rgb(0 0 0 / 0.20)',
      }),
      paperFullScreen: { borderRadius: 0, border: 0 },
    },
  },
  MuiBackdrop: {
    styleOverrides: {
      root: ({ ownerState }) => (ownerState.invisible ? {} : { backgroundColor: 'rgb(10 12 16 / 0.45)' }),
    },
  },
  MuiDialogTitle: {
    styleOverrides: { root: { padding: '20px 24px 8px', fontSize: '1rem', lineHeight: '24px' } },
  },
  MuiDialogContent: { styleOverrides: { root: { padding: '8px 24px 16px' } } },
  MuiDialogContentText: {
    styleOverrides: { root: ({ theme }) => ({ color: theme.vars.palette.components.textoSecundario }) },
  },
  MuiDialogActions: { styleOverrides: { root: { flexWrap: 'wrap', padding: '8px 24px 20px', gap: 8 } } },
  MuiTooltip: {
    defaultProps: { enterDelay: 300, enterNextDelay: 100 },
    styleOverrides: {
      tooltip: ({ theme }) => ({
        backgroundColor: theme.vars.palette.components.texto,
        color: theme.vars.palette.components.fundo,
        fontSize: '0.75rem',
        lineHeight: '16px',
        fontWeight: 500,
        padding: '4px 8px',
        borderRadius: 6,
      }),
      arrow: ({ theme }) => ({ color: theme.vars.palette.components.texto }),
    },
  },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({
        padding: '0 12px',
        height: 40,
        fontSize: '0.8125rem',
        borderColor: theme.vars.palette.components.linha,
      }),
      head: ({ theme }) => ({
        height: 36,
        fontWeight: 500,
        color: theme.vars.palette.components.textoSecundario,
        backgroundColor: theme.vars.palette.components.cabecalho,
      }),
      sizeSmall: { height: 32, padding: '0 8px' },
    },
  },
  MuiAlert: {
    styleOverrides: {
      root: { borderRadius: 8, padding: '4px 12px', fontSize: '0.875rem', whiteSpace: 'pre-line' },
      icon: { marginRight: 8, fontSize: 20 },
    },
    variants: (
      [
        ['success', 'sucesso'],
        ['warning', 'aviso'],
        ['error', 'perigo'],
        ['info', 'informacao'],
      ] as const
    ).map(([severity, key]) => ({
      props: { severity, variant: 'standard' as const },
      style: ({ theme }) => {
        const { soft, text } = theme.vars.palette.actions[key];
        return { backgroundColor: soft, color: text, '& .MuiAlert-icon': { color: text } };
      },
    })),
  },
  MuiSkeleton: {
    defaultProps: { animation: 'wave' },
    styleOverrides: { root: ({ theme }) => ({ backgroundColor: theme.vars.palette.components.realce }) },
  },
};

/** The appearance of MUI's components. Each file covers the components of one kind. */
export const components: ThemeComponents = { ...baseline, ...controls, ...surfaces };

interface WithLists {
  MuiAutocomplete?: { defaultProps?: object | undefined } | undefined;
}

/**
 * Lists of suggestions open with the focus, but not with the dialog in which they stand, because they would cover it. Knows
 * only what it changes: to compare two themes' components takes the compiler 25 s.
 */
export function withQuietLists<T extends WithLists>(components: T): T {
  const { defaultProps, ...rest } = components.MuiAutocomplete ?? {};
  return {
    ...components,
    MuiAutocomplete: { ...rest, defaultProps: { ...defaultProps, openOnFocus: false } },
  };
}

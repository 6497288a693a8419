import type { ThemeComponents } from './components.ts';

const ACTION_OF = {
  primary: 'primaria',
  secondary: 'secundaria',
  success: 'sucesso',
  warning: 'aviso',
  error: 'perigo',
  info: 'informacao',
} as const;
const actionOf = (color: unknown) => ACTION_OF[color as keyof typeof ACTION_OF];

/** Colours that the person's system imposes take away every background, and with it what only a background marks. */
export const FORCED = '@media (forced-colors: active)';
export const FORCED_MARK = { forcedColorAdjust: 'none', backgroundColor: 'Highlight' } as const;

/** Touch targets are at least 40 px, including the gap to the next icon. */
export const FINGER = '@media (pointer: coarse)';

/** Buttons, inputs and other pressable elements. Heights follow the 4 px grid: 28, 32, 40. */
export const controls: ThemeComponents = {
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: ({ theme, ownerState }) => {
        const key = actionOf(ownerState.color ?? 'primary');
        const color = key && theme.vars.palette.actions[key];
        return {
          minHeight: ownerState.size === 'large' ? 40 : ownerState.size === 'small' ? 28 : 32,
          minWidth: 0,
          padding: ownerState.size === 'small' ? '3px 8px' : '5px 12px',
          [FINGER]: { minHeight: 40 },
          fontSize: ownerState.size === 'small' ? '0.8125rem' : '0.875rem',
          borderRadius: 6,
          whiteSpace: 'nowrap',
          ...(color &&
            ownerState.variant === 'text' && {
              color: color.text,
              '&:hover': { backgroundColor: color.soft },
            }),
          ...(ownerState.variant === 'outlined' && {
            color: color && key !== 'primaria' ? color.text : theme.vars.palette.components.texto,
            borderColor: theme.vars.palette.components.linhaForte,
            backgroundColor: theme.vars.palette.components.superficie,
            '&:hover': {
              borderColor: theme.vars.palette.components.campo,
              backgroundColor: theme.vars.palette.components.realce,
            },
          }),
          '&.Mui-disabled': {
            color: theme.vars.palette.components.textoFraco,
            ...(ownerState.variant === 'contained' && {
              backgroundColor: theme.vars.palette.components.realce,
            }),
          },
        };
      },
      startIcon: { marginLeft: -2, marginRight: 6, '& > :nth-of-type(1)': { fontSize: 18 } },
      endIcon: { marginRight: -2, marginLeft: 6, '& > :nth-of-type(1)': { fontSize: 18 } },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme, ownerState }) => ({
        borderRadius: 6,
        padding: ownerState.size === 'small' ? 4 : 6,
        [FINGER]: { minWidth: 36, minHeight: 40 },
        color: theme.vars.palette.components.textoSecundario,
        '&:hover': {
          backgroundColor: theme.vars.palette.components.realce,
          color: theme.vars.palette.components.texto,
        },
      }),
    },
  },
  MuiSvgIcon: { styleOverrides: { fontSizeMedium: { fontSize: 20 }, fontSizeSmall: { fontSize: 16 } } },
  MuiTextField: { defaultProps: { size: 'small', variant: 'outlined' } },
  MuiFormControl: { defaultProps: { size: 'small' } },
  // Labels are above their fields (docs/domain.md 19), so the outline has no notch. Groups of options are labelled like fields.
  MuiFormLabel: {
    styleOverrides: {
      // A group of choices is named like a field.
      root: ({ theme }) => ({
        fontSize: '0.8125rem',
        fontWeight: 500,
        lineHeight: '20px',
        '&.Mui-focused': { color: theme.vars.palette.components.texto },
      }),
      asterisk: ({ theme }) => ({ color: theme.vars.palette.actions.perigo.text }),
    },
  },
  MuiInputLabel: {
    defaultProps: { shrink: true },
    styleOverrides: {
      root: ({ theme }) => ({
        position: 'static',
        transform: 'none',
        maxWidth: '100%',
        marginBottom: 4,
        whiteSpace: 'normal',
        color: theme.vars.palette.components.textoSecundario,
        '&.Mui-focused': { color: theme.vars.palette.components.texto },
        '&.Mui-error': { color: theme.vars.palette.actions.perigo.text },
      }),
      asterisk: ({ theme }) => ({ color: theme.vars.palette.actions.perigo.text }),
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: 6,
        backgroundColor: theme.vars.palette.components.superficie,
        '&:hover:not(.Mui-focused, .Mui-error, .Mui-disabled) .MuiOutlinedInput-notchedOutline': {
          borderColor: theme.vars.palette.components.textoSecundario,
        },
      }),
      input: ({ ownerState }) => ({
        height: 20,
        padding: ownerState.size === 'small' ? '6px 10px' : '10px 12px',
        [FINGER]: { paddingTop: 10, paddingBottom: 10 },
        fontSize: '0.875rem',
      }),
      adornedStart: { paddingLeft: 10 },
      adornedEnd: { paddingRight: 6 },
      inputAdornedStart: { paddingLeft: 0 },
      inputAdornedEnd: { paddingRight: 0 },
      multiline: { padding: 0 },
      inputMultiline: { height: 'auto' },
      notchedOutline: ({ theme }) => ({
        top: 0,
        borderColor: theme.vars.palette.components.campo,
        '& legend': { display: 'none' },
      }),
    },
  },
  MuiInputBase: {
    styleOverrides: {
      input: ({ theme }) => ({
        '&::placeholder': { color: theme.vars.palette.components.textoFraco, opacity: 1 },
      }),
    },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: ({ theme }) => ({
        margin: '4px 0 0',
        fontSize: '0.75rem',
        lineHeight: '16px',
        // The reason why a field is disabled must be readable too.
        '&, &.Mui-disabled': { color: theme.vars.palette.components.textoSecundario },
        '&.Mui-error': { color: theme.vars.palette.actions.perigo.text },
      }),
    },
  },
  MuiCheckbox: { defaultProps: { size: 'small' }, styleOverrides: { root: { padding: 6 } } },
  MuiRadio: { defaultProps: { size: 'small' }, styleOverrides: { root: { padding: 6 } } },
  MuiFormControlLabel: { styleOverrides: { root: { marginLeft: -6 }, label: { fontSize: '0.875rem' } } },
  // All tabs look the same whatever they contain: the icon before the text, without extra height.
  MuiTab: {
    defaultProps: { iconPosition: 'start' },
    styleOverrides: {
      root: ({ theme }) => ({
        '&, &.MuiTab-labelIcon': {
          minHeight: 36,
          padding: '8px 10px',
          columnGap: 6,
          [FINGER]: { minHeight: 40 },
        },
        minWidth: 0,
        color: theme.vars.palette.components.textoSecundario,
        '&.Mui-selected': { color: theme.vars.palette.components.texto },
      }),
    },
  },
  MuiToggleButton: { styleOverrides: { root: { [FINGER]: { minHeight: 40 } } } },
  MuiTabs: {
    // A disabled scroll arrow takes up no space, so that the first tab is at the edge.
    defaultProps: {
      variant: 'scrollable',
      scrollButtons: 'auto',
      allowScrollButtonsMobile: true,
      slotProps: { scroller: { ref: keepSelectedTabInView } },
    },
    styleOverrides: {
      root: { minHeight: 36, '& .MuiTabScrollButton-root.Mui-disabled': { width: 0 } },
      indicator: { [FORCED]: FORCED_MARK },
    },
  },
  MuiChip: {
    styleOverrides: {
      root: { borderRadius: 6, height: 24, fontSize: '0.75rem', fontWeight: 500 },
      label: { paddingLeft: 8, paddingRight: 8 },
    },
  },
};

/**
 * Keeps the selected tab in view when the row gets narrower, e.g. once its arrows appear, which is after it was scrolled to the
 * selected tab. A row that somebody scrolled elsewhere stays there. The callback ref of a scrolling row of tabs.
 */
export function keepSelectedTabInView(row: HTMLElement | null): (() => void) | undefined {
  if (!row || typeof ResizeObserver === 'undefined') return undefined;
  let width = row.clientWidth;
  const observer = new ResizeObserver(() => {
    const before = width;
    width = row.clientWidth;
    const tab = row.querySelector('[role=tab][aria-selected=true]')?.getBoundingClientRect();
    if (!tab || width >= before) return;
    const left = tab.left - row.getBoundingClientRect().left + row.scrollLeft;
    const right = left + tab.width;
    // Edges are fractions of pixels.
    const wasInView = left >= row.scrollLeft - 1 && right <= row.scrollLeft + before + 1;
    if (wasInView && right > row.scrollLeft + width) row.scrollLeft = Math.min(left, right - width);
  });
  observer.observe(row);
  return () => observer.disconnect();
}

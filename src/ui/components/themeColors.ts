import type { Theme } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';

/** The palette as CSS variables where the theme has them, so that light and dark need no new render. */
export const themeColors = (theme: Theme) => (theme.vars ?? theme).palette;

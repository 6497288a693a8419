import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';
import { baseline } from './baseline.ts';
import { controls } from './controls.ts';
import { surfaces } from './surfaces.ts';

export type ThemeComponents = Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme>;

/** How MUI's parts look here. Each file holds the parts of one kind. */
export const components: ThemeComponents = { ...baseline, ...controls, ...surfaces };

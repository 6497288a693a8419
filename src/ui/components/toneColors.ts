import type { Theme } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';
import type {} from '../theme/theme.ts';

interface Tone {
  /** A tinted ground, and the text that stands on it or on a surface at 4.5:1 or better. */
  soft: string;
  text: string;
}

/** The tint of a palette key as catalogues write it: 'sucesso', 'estoque.baixo', 'status_pedido.analise'. */
export const toneColors = (theme: Theme, key: string): Tone => {
  const palette = themeColors(theme);
  const [group, name] = key.includes('.') ? key.split('.') : ['actions', key];
  const groups: Record<string, unknown> = { ...palette };
  const tone = (groups[group ?? ''] as Record<string, Tone | undefined> | undefined)?.[name ?? ''];
  return tone ?? { soft: palette.action.selected, text: palette.text.primary };
};

/** The palette as CSS variables where the theme has them, so that light and dark need no new render. */
export const themeColors = (theme: Theme) => (theme.vars ?? theme).palette;

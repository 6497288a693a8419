import type { CSSProperties } from 'react';
import type { Brand } from '#contract/config/brand.ts';

/** What stands behind a light logo on paper and on light pages. */
export const logoStyle = ({ fundoLogo }: Pick<Brand, 'fundoLogo'>): CSSProperties | undefined =>
  fundoLogo === null
    ? undefined
    : { backgroundColor: fundoLogo, padding: 6, borderRadius: 4, printColorAdjust: 'exact' };

import type { CSSProperties } from 'react';

/** Figures of one width, so that they stand under one another, and never broken from their unit. */
export const FIGURE: CSSProperties = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' };

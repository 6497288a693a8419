/** Replaces the wave that spreads in a pressed button of MUI (vite.config.ts): the theme draws none, and it adds 2 KiB. */
export const NoRipple = (): null => null;

// biome-ignore lint/style/noDefaultExport: the original has a default export
export default NoRipple;

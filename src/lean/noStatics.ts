/**
 * Replaces what Emotion copies static properties with when a class component is wrapped in its `withTheme` (vite.config.ts): the
 * console wraps none.
 */
export function noStatics(): never {
  throw new Error('withTheme is not used');
}

// biome-ignore lint/style/noDefaultExport: the replaced package has a default export
export default noStatics;

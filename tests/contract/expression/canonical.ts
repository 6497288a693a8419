import { parseDecimal } from '#contract/rules/decimal.ts';

/** Also for numbers that are longer than what a person may write. */
export const canonicalDecimal = (text: string): string =>
  parseDecimal(text) ?? (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

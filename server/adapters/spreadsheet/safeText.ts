/** Blanks before the sign are dropped by some programs, and the full-width signs are signs to others. */
const STARTS_FORMULA = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/;
const NUMBER = /^[+-]?\d{1,3}(\.?\d{3})*([.,]\d+)?$/;

/**
 * A text that no spreadsheet takes for a formula: an apostrophe before what could begin one. A negative number
 * stays as it is.
 */
export const safeText = (text: string): string =>
  STARTS_FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;

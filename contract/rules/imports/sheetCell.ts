/**
 * What stands in a cell, without a guess at what is meant: the text, and whether the file itself says that it is a
 * number or a day. A number is exact text with a point, a day 'YYYY-MM-DD' (with ' HH:MM' where it has a time).
 */
export interface SheetCell {
  readonly text: string;
  readonly kind: 'text' | 'number' | 'day' | 'boolean';
}

export const EMPTY_CELL: SheetCell = { text: '', kind: 'text' };

/** Excel's way to keep the zeros of a code in a CSV: `="00123"`. */
const KEPT_TEXT = /^="([^"]*)"$/;

/** What our own exports put before a text that a spreadsheet would take for a formula. */
const NO_FORMULA = /^'(?=\s*[=+\-@＝＋－＠])/;

export const textCell = (text: string): SheetCell => {
  const plain = text.trim().replace(NO_FORMULA, '');
  return { text: KEPT_TEXT.exec(plain)?.[1]?.trim() ?? plain, kind: 'text' };
};

/** Up to this many rows, all of them are in the page, so that the browser's search and screen readers find them. */
export const VIRTUAL_FROM = 60;

/** The rows that are rendered. */
export interface RowWindow {
  indexes: number[];
  /** Height in pixels of the rows not rendered above and below. */
  before: number;
  after: number;
}

/**
 * The initial rows, with space for the others: all rows of a short list, and the first ones of a long list until its window
 * is known.
 */
export const firstRows = (count: number, rowHeight: number): RowWindow => {
  const shown = Math.min(count, VIRTUAL_FROM);
  return {
    indexes: Array.from({ length: shown }, (_, index) => index),
    before: 0,
    after: (count - shown) * rowHeight,
  };
};

/** Up to here every row is in the page, so that the browser's own search and a screen reader find them all. */
export const VIRTUAL_FROM = 60;

/** The rows that are in the page. */
export interface RowWindow {
  indexes: number[];
  /** Pixels of rows that are not there, above and below. */
  before: number;
  after: number;
}

/** The first rows, with room for the others: all of a short list, and a long one until its window is known. */
export const firstRows = (count: number, rowHeight: number): RowWindow => {
  const shown = Math.min(count, VIRTUAL_FROM);
  return {
    indexes: Array.from({ length: shown }, (_, index) => index),
    before: 0,
    after: (count - shown) * rowHeight,
  };
};

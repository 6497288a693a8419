/** The page numbers to link: `count` of them, the current one as near the middle as the ends allow. */
export const pageWindow = (current: number, last: number, count: number): number[] => {
  const size = Math.min(count, last);
  const first = Math.max(1, Math.min(current - Math.floor(size / 2), last - size + 1));
  return Array.from({ length: size }, (_, index) => first + index);
};

/** First and last row of the page, counted from 1. */
export const pageRange = (page: number, perPage: number, total: number) => ({
  from: total === 0 ? 0 : (page - 1) * perPage + 1,
  to: Math.min(page * perPage, total),
});

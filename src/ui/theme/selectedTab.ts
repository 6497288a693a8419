/**
 * Keeps the selected tab in view when the row gets narrower, e.g. once its arrows appear, which is after it was scrolled to the
 * selected tab. A row that somebody scrolled elsewhere stays there. The callback ref of a scrolling row of tabs.
 */
export function keepSelectedTabInView(row: HTMLElement | null): (() => void) | undefined {
  if (!row || typeof ResizeObserver === 'undefined') return undefined;
  let width = row.clientWidth;
  const observer = new ResizeObserver(() => {
    const before = width;
    width = row.clientWidth;
    const tab = row.querySelector('[role=tab][aria-selected=true]')?.getBoundingClientRect();
    if (!tab || width >= before) return;
    const left = tab.left - row.getBoundingClientRect().left + row.scrollLeft;
    const right = left + tab.width;
    // Edges are fractions of pixels.
    const wasInView = left >= row.scrollLeft - 1 && right <= row.scrollLeft + before + 1;
    if (wasInView && right > row.scrollLeft + width) row.scrollLeft = Math.min(left, right - width);
  });
  observer.observe(row);
  return () => observer.disconnect();
}

import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect } from 'react';

/** Up to here every row is in the page, so that the browser's own search and a screen reader find them all. */
export const VIRTUAL_FROM = 60;
const OVERSCAN = 12;
/** Taken for the height where there is no layout yet. */
const UNKNOWN_HEIGHT = 600;

export interface RowWindow {
  indexes: number[];
  /** Pixels of rows that are not there, above and below. */
  before: number;
  after: number;
}

export const useVirtualRows = (
  count: number,
  rowHeight: number,
  scroller: RefObject<HTMLElement | null>,
): RowWindow => {
  const enabled = count > VIRTUAL_FROM;
  const virtualizer = useVirtualizer({
    count,
    enabled,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    initialRect: { width: 0, height: UNKNOWN_HEIGHT },
    observeElementRect: (instance, report) =>
      observeElementRect(instance, (rect) => report({ ...rect, height: rect.height || UNKNOWN_HEIGHT })),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another density is another height of every row
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  if (!enabled) return { indexes: Array.from({ length: count }, (_, index) => index), before: 0, after: 0 };
  const items = virtualizer.getVirtualItems();
  return {
    indexes: items.map((item) => item.index),
    before: items[0]?.start ?? 0,
    after: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
  };
};

import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect } from 'react';
import type { RowWindow } from './tableProps.ts';

const OVERSCAN = 12;
/** Assumed height when there is no layout yet. */
const UNKNOWN_HEIGHT = 600;

interface VirtualRowsProps {
  count: number;
  rowHeight: number;
  scroller: RefObject<HTMLElement | null>;
  children: (window: RowWindow) => ReactNode;
}

/** Renders only the visible rows of a long list. Loaded with the first list long enough to need it. */
export const VirtualRows = ({ count, rowHeight, scroller, children }: VirtualRowsProps) => {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    initialRect: { width: 0, height: UNKNOWN_HEIGHT },
    observeElementRect: (instance, report) =>
      observeElementRect(instance, (rect) => report({ ...rect, height: rect.height || UNKNOWN_HEIGHT })),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the density changes the height of every row
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const items = virtualizer.getVirtualItems();
  return children({
    indexes: items.map((item) => item.index),
    before: items[0]?.start ?? 0,
    after: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
  });
};

import { useRef } from 'react';
import { useStableCallback } from '../useStableCallback.ts';
import type { RowId } from './columns.ts';
import { stateOfAll, type TableSelection, tickAll, tickRow } from './selection.ts';

/** Ticking rows one by one, by Shift from the last one ticked, and all at once. */
export const useTicks = <Row>(selection: TableSelection<Row> | undefined, order: readonly RowId[]) => {
  const last = useRef<RowId | undefined>(undefined);

  const onTick = useStableCallback((id: RowId, index: number, checked: boolean, withShift: boolean) => {
    const from = withShift && last.current !== undefined ? order.indexOf(last.current) : -1;
    last.current = id;
    selection?.onChange(
      tickRow(selection.ids, order, { index, checked, from: from === -1 ? undefined : from }),
    );
  });

  const onAll = (checked: boolean) => selection?.onChange(tickAll(selection.ids, order, checked));
  return { onTick, onAll, all: selection && stateOfAll(selection.ids, order) };
};

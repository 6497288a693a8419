import useMediaQuery from '@mui/material/useMediaQuery';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { DataTable } from './DataTable.tsx';
import { fittingColumns } from './fitting.ts';
import type { DataTableProps } from './tableProps.ts';

const TICK_WIDTH = 44;
/** A long list has a bar to scroll by inside the width. */
const BAR_WIDTH = 16;

/**
 * A table of more columns than a narrow window shows: those that may give way (Column.givesWay) do, before the rest is
 * scrolled sideways. What left stands in what the row opens. Columns that a person chose stay: `chosen`.
 */
export const FittingTable = <Row,>({
  chosen = false,
  ...props
}: DataTableProps<Row> & { chosen?: boolean }) => {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  // A phone shows cards, which choose their facts by themselves.
  const isPhone = useMediaQuery('(max-width:599.95px)', { noSsr: true });
  const keepsAll = chosen || isPhone || width === 0;
  const room = width - BAR_WIDTH - (props.selection ? TICK_WIDTH : 0);
  const { columns } = props;
  const fitting = useMemo(
    () => (keepsAll ? columns : fittingColumns(columns, room)),
    [columns, keepsAll, room],
  );
  return (
    <>
      <div ref={place} />
      <DataTable {...props} columns={fitting} />
    </>
  );
};

/** 0 where there is no layout. */
function useWidth(place: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    setWidth(element.clientWidth);
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return width;
}

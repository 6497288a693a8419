import useMediaQuery from '@mui/material/useMediaQuery';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { DataTable } from './DataTable.tsx';
import { fittingColumns, spreadColumns, type Widths } from './fitting.ts';
import { ACTIONS_WIDTH, type DataTableProps } from './tableProps.ts';
import { useContentWidths } from './useContentWidths.ts';

const TICK_WIDTH = 44;
/** A long list has a bar to scroll by inside the width. */
const BAR_WIDTH = 16;

interface FittingTableProps<Row> extends DataTableProps<Row> {
  /** Columns that a person chose stay. */
  chosen?: boolean;
  /** Widths that a person chose. */
  widths?: Widths | undefined;
}

/**
 * A table whose columns are as wide as what stands in them. Where a narrow window does not show them all, those that
 * may give way (Column.givesWay) do, before the rest is scrolled sideways. What left stands in what the row opens.
 */
export const FittingTable = <Row,>({ chosen = false, widths, ...props }: FittingTableProps<Row>) => {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  // A phone shows cards, which choose their facts by themselves.
  const isPhone = useMediaQuery('(max-width:599.95px)', { noSsr: true });
  const plain = isPhone || width === 0;
  const actions = props.rowActions && props.actionsStay ? (props.actionsWidth ?? ACTIONS_WIDTH) : 0;
  const room = width - BAR_WIDTH - actions - (props.selection ? TICK_WIDTH : 0);
  const { columns, rows } = props;
  const content = useContentWidths(props.label, place, columns, rows, !plain);
  const fitting = useMemo(() => {
    if (plain) return columns;
    const measures = { content, chosen: widths };
    return spreadColumns(chosen ? columns : fittingColumns(columns, room, measures), room, measures);
  }, [plain, chosen, columns, room, content, widths]);
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

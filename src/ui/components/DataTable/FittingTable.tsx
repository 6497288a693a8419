import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Column } from './columns.ts';
import { DataTable } from './DataTable.tsx';
import { fittingColumns, spreadColumns, type Widths } from './fitting.ts';
import { ACTIONS_WIDTH, type DataTableProps } from './tableProps.ts';

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

const NONE: Widths = {};
/** By the name of the table: it stands as it stood, from before its rows have come. */
const known = new Map<string, Widths>();

/**
 * How wide the contents of each column are, in pixels. The widest that was seen counts, so that the columns stand still
 * from page to page. Measured before the rows are painted.
 */
function useContentWidths<Row>(
  label: string,
  place: { current: HTMLElement | null },
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  enabled: boolean,
): Widths {
  const [widths, setWidths] = useState(() => known.get(label) ?? NONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns have other contents
  useLayoutEffect(() => {
    const table = place.current?.nextElementSibling?.querySelector('table');
    if (!enabled || !table || rows.length === 0) return;
    const seen = measured(table);
    setWidths((before) => {
      const wider = Object.entries(seen).filter(([id, width]) => width > (before[id] ?? 0));
      return wider.length === 0 ? before : { ...before, ...Object.fromEntries(wider) };
    });
  }, [place, columns, rows, enabled]);
  useEffect(() => {
    if (widths !== NONE) known.set(label, widths);
  }, [label, widths]);
  return widths;
}

/** The table is laid out by its contents for a moment that nobody sees. */
function measured(table: HTMLTableElement): Record<string, number> {
  const places = [...table.querySelectorAll<HTMLElement>('col[data-id]')];
  const before = [table.style.cssText, ...places.map((place) => place.style.cssText)];
  table.style.cssText = 'table-layout: auto; width: max-content; min-width: 0';
  for (const place of places) place.style.cssText = '';
  const heads = [...table.querySelectorAll<HTMLElement>('thead th:not(.tick)')];
  // One pixel more than a fraction of it.
  const seen = places.map(
    (place, at) => [place.dataset.id ?? '', (heads[at]?.offsetWidth ?? 0) + 1] as const,
  );
  for (const [at, element] of [table, ...places].entries()) element.style.cssText = before[at] ?? '';
  return Object.fromEntries(seen);
}

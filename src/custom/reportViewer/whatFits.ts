import { type RefObject, useLayoutEffect, useReducer, useState } from 'react';

/** How many of the columns, from the left, fit in the room; the first one always does. All widths in pixels. */
export function columnsThatFit(widths: readonly number[], room: number): number {
  let used = 0;
  const left = widths.findIndex((width, at) => {
    used += width;
    return at > 0 && used > room;
  });
  return left < 0 ? widths.length : left;
}

interface Fitting {
  columns: number;
  rows: number;
}

/**
 * How many columns and rows of a table fit in its place where nobody scrolls; infinitely many unless it is enabled. Columns are
 * measured while all are drawn, before anything is painted. Rows that do not fit must keep their place unseen.
 *
 * @param shown What the table shows; another one is measured anew.
 */
export function useWhatFits(place: RefObject<HTMLElement | null>, shown: unknown, enabled: boolean): Fitting {
  const [seen, setSeen] = useState<Seen>();
  const [room, setRoom] = useState(0);
  const [rows, setRows] = useState(Number.POSITIVE_INFINITY);
  const [, lookAgain] = useReducer((times: number) => times + 1, 0);
  useLayoutEffect(() => {
    const element = place.current;
    const table = element?.querySelector('table');
    if (!element || !table || !enabled) return;
    setSeen({ shown, widths: leastWidths(table) });
    const look = () => {
      setRoom(element.clientWidth);
      lookAgain();
    };
    look();
    const sizes = new ResizeObserver(look);
    for (const each of [element, table]) sizes.observe(each);
    return () => sizes.disconnect();
  }, [place, shown, enabled]);
  // Other columns and other letters make rows higher or lower.
  useLayoutEffect(() => {
    if (place.current && enabled) setRows(rowsIn(place.current));
  });
  const columns =
    seen && seen.shown === shown && room > 0 ? columnsThatFit(seen.widths, room) : Number.POSITIVE_INFINITY;
  return { columns, rows };
}

interface Seen {
  shown: unknown;
  widths: readonly number[];
}

/** Of each column, with its words under one another. A fraction of a pixel counts as one. */
function leastWidths(table: HTMLTableElement): number[] {
  const before = table.style.width;
  table.style.width = 'min-content';
  const widths = [...table.querySelectorAll<HTMLElement>('thead th')].map((head) => head.offsetWidth + 1);
  table.style.width = before;
  return widths;
}

/** How many end above the totals, which stay in view. */
function rowsIn(place: HTMLElement): number {
  const foot = place.querySelector('tfoot')?.getBoundingClientRect().height ?? 0;
  const end = place.getBoundingClientRect().bottom - foot + 1;
  const rows = [...place.querySelectorAll('tbody tr')];
  const left = rows.findIndex((row) => row.getBoundingClientRect().bottom > end);
  return left < 0 ? Number.POSITIVE_INFINITY : left;
}

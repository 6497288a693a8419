import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useIsPrinted } from '../../theme/windowWidth.ts';
import { type Column, FREE_COLUMN_MIN, mainColumnOf, sortKey, type Widths } from './columns.ts';
import { ACTIONS_WIDTH, type DataTableProps } from './tableProps.ts';

const TICK_WIDTH = 44;

/** Pixels reserved within the width for the scrollbar of a long list. */
const BAR_WIDTH = 16;

const NONE: Contents = { content: {}, first: {} };

/** Content widths by table name, so that a table looks the same as before, even before its rows have loaded. */
const contentsByTable = new Map<string, Contents>();

const sum = (numbers: readonly number[]) => numbers.reduce((total, next) => total + next, 0);

/**
 * The columns that fit the width: those that may give way are dropped in order until the rest fits. The one that the list is
 * sorted by stays, because without it nobody understands the order.
 */
export const fittingColumns = <Row>(
  columns: readonly Column<Row>[],
  room: number,
  measures: Measures = {},
  sortedBy?: string,
): readonly Column<Row>[] => {
  const leaving = columns
    .filter((column) => column.hideOrder !== undefined && sortKey(column) !== sortedBy)
    .sort((one, other) => (one.hideOrder ?? 0) - (other.hideOrder ?? 0));
  let left = columns;
  for (const next of leaving) {
    if (sum(left.map((column) => leastWidth(column, measures))) <= room) break;
    left = left.filter((column) => column !== next);
  }
  return left;
};

/**
 * The columns with their final widths. Remaining space first goes to the column that names the row if it would be cut off,
 * then to the others whose main text would be, then to second facts, and last to columns without a width of their own, or
 * equally to all.
 */
export const spreadColumns = <Row>(
  columns: readonly Column<Row>[],
  room: number,
  measures: Measures,
): readonly Column<Row>[] => {
  const { content = {}, first = content, chosen = {} } = measures;
  const least = columns.map((column) => leastWidth(column, measures));
  const cutTo = (needed: Widths, given: readonly number[]) =>
    columns.map(({ id }, at) => (id in chosen ? 0 : Math.max(0, (needed[id] ?? 0) - (given[at] ?? 0))));
  const main = mainColumnOf(columns);
  const named = filled(
    least,
    cutTo(first, least).map((wanted, at) => (columns[at] === main ? wanted : 0)),
    room,
  );
  const names = filled(named, cutTo(first, named), room);
  const facts = filled(names, cutTo(content, names), room);
  const left = Math.max(0, room - sum(facts));
  const movable = columns.filter(({ id }) => !(id in chosen));
  const free = movable.filter(({ width }) => width === undefined);
  const takers = free.length > 0 ? free : movable;
  return columns.map((column, at) => {
    const rest = takers.includes(column) ? left / takers.length : 0;
    return { ...column, width: Math.floor((facts[at] ?? 0) + rest) };
  });
};

/** The widths after what is left of the room went to those that want more, in proportion. */
function filled(widths: readonly number[], wanted: readonly number[], room: number): number[] {
  const all = sum(wanted);
  const share = all === 0 ? 0 : Math.min(1, Math.max(0, room - sum(widths)) / all);
  return widths.map((width, at) => width + share * (wanted[at] ?? 0));
}

interface FittingOptions<Row> {
  table: DataTableProps<Row>;
  /** What the table scrolls in. */
  place: RefObject<HTMLElement | null>;
  isPhone: boolean;
}

/**
 * The columns as wide as their contents. When a window is too narrow for all of them, columns that may give way
 * (Column.hideOrder) are dropped before the rest scrolls sideways. The page opened from the row still shows what was dropped.
 */
export function useFittingColumns<Row>({
  table,
  place,
  isPhone,
}: FittingOptions<Row>): readonly Column<Row>[] {
  const { columns, chosen = false, widths } = table;
  // Paper lays out its own columns, and all of them; a phone shows cards, which choose their own facts.
  const isPrinted = useIsPrinted();
  const width = useWidth(place, isPhone);
  const plain = isPhone || isPrinted || width === 0;
  const actions = table.rowActions ? (table.actionsWidth ?? ACTIONS_WIDTH) : 0;
  const room = width - BAR_WIDTH - actions - (table.selection ? TICK_WIDTH : 0);
  const sortedBy = table.sort?.field;
  const measured = useContentWidths(table, place, !plain);
  return useMemo(() => {
    if (plain) return columns;
    const measures = { ...measured, chosen: widths };
    return spreadColumns(
      chosen ? columns : fittingColumns(columns, room, measures, sortedBy),
      room,
      measures,
    );
  }, [plain, chosen, columns, room, measured, widths, sortedBy]);
}

/** 0 in environments without layout. Of the whole place, so that a bar for scrolling changes nothing. */
function useWidth(place: RefObject<HTMLElement | null>, isPhone: boolean): number {
  const [width, setWidth] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: cards and rows are two places
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    setWidth(element.offsetWidth);
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setWidth(element.offsetWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [place, isPhone]);
  return width;
}

/**
 * The width of each column's contents in pixels. The maximum seen so far is used, so that columns do not move from page to
 * page. Measured before the rows are painted.
 */
function useContentWidths<Row>(
  { label, columns, rows }: DataTableProps<Row>,
  place: RefObject<HTMLElement | null>,
  enabled: boolean,
): Contents {
  const [widths, setWidths] = useState(() => contentsByTable.get(label) ?? NONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measures again for other columns
  useLayoutEffect(() => {
    const table = place.current?.querySelector('table');
    if (!enabled || !table || rows.length === 0) return;
    const seen = contentsOf(table);
    setWidths((before) => {
      const content = widened(before.content, seen.content);
      const first = widened(before.first, seen.first);
      return content === before.content && first === before.first ? before : { content, first };
    });
  }, [place, columns, rows, enabled]);
  useEffect(() => {
    if (widths !== NONE) contentsByTable.set(label, widths);
  }, [label, widths]);
  return widths;
}

/** The larger of both widths of each column; the same object if nothing is wider. */
function widened(before: Widths, seen: Widths): Widths {
  const wider = Object.entries(seen).filter(([id, width]) => width > (before[id] ?? 0));
  return wider.length === 0 ? before : { ...before, ...Object.fromEntries(wider) };
}

/** Temporarily lays out the table by its contents, and restores it before anything is painted. */
function contentsOf(table: HTMLTableElement): Contents {
  const places = [...table.querySelectorAll<HTMLElement>('col[data-id]')];
  const before = [table.style.cssText, ...places.map((place) => place.style.cssText)];
  table.style.cssText = 'table-layout: auto; width: max-content; min-width: 0';
  for (const place of places) place.style.cssText = '';
  const heads = [...table.querySelectorAll<HTMLElement>('thead th:not(.tick)')];
  // Rounds a fraction of a pixel up.
  const seen = () =>
    Object.fromEntries(
      places.map((place, at) => [place.dataset.id ?? '', (heads[at]?.offsetWidth ?? 0) + 1] as const),
    );
  const content = seen();
  let first = content;
  if (table.querySelector('.second')) {
    table.dataset.names = '';
    first = seen();
    delete table.dataset.names;
  }
  for (const [at, element] of [table, ...places].entries()) element.style.cssText = before[at] ?? '';
  return { content, first };
}

interface Contents {
  /** The widest cell seen so far. A column without an entry uses its own width. */
  content: Widths;
  /** The same without second facts. */
  first: Widths;
}

interface Measures extends Partial<Contents> {
  /** Set manually; these take precedence. */
  chosen?: Widths | undefined;
}

/**
 * A column's minimum width: that of its contents, but at most its own width. A number or a date is never cut, because
 * the visible half reads as a different value.
 */
function leastWidth<Row>(column: Column<Row>, { content = {}, chosen = {} }: Measures): number {
  const own = column.width ?? column.minWidth ?? FREE_COLUMN_MIN;
  const seen = content[column.id] ?? own;
  return (
    chosen[column.id] ?? (column.kind === 'number' || column.kind === 'date' ? seen : Math.min(own, seen))
  );
}

import type { KeyboardEvent, ReactNode } from 'react';
import type { Column, Density, RowId, Sort } from './columns.ts';
import type { TableSelection, useTicks } from './selection.ts';
import type { useRowEvents } from './useRowEvents.ts';

export interface DataTableProps<Row> {
  /** What the table is called by a screen reader: 'Tickets'. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => RowId;
  /** Address of the row: the main cell is a link to it, and a click anywhere on the row follows it. */
  rowLink?: ((row: Row) => string) | undefined;
  /** Called when a row is opened. With `rowLink` the link itself goes there: do not navigate here once more. */
  onOpen?: ((row: Row) => void) | undefined;
  /** Buttons shown on hover and focus. Keep it stable: a new function renders every row again. */
  rowActions?: ((row: Row) => ReactNode) | undefined;
  /** Pixels kept for the actions where there is touch; elsewhere they lie over the row's end. */
  actionsWidth?: number;
  /** What most come to the row for, a file to download, is in sight on each: the actions have their own width. */
  actionsStay?: boolean;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  /** A column was given a width by hand, or, with null, back to its contents. Without it the widths stand. */
  onResize?: ((id: string, width: number | null) => void) | undefined;
  selection?: TableSelection<Row> | undefined;
  density?: Density;
  /** Facts on the card of a phone at most: three unless told. */
  cardFacts?: number;
  /** The table scrolls by itself inside this height; any CSS length. */
  maxHeight?: string;
  loading?: boolean;
  /** Shown in place of the rows. What was there stays while loading. */
  error?: ReactNode;
  empty?: ReactNode;
  /** How many rows there are on all pages, and how many come before this page. */
  rowCount?: number | undefined;
  rowOffset?: number;
  onRowKeyDown?: ((event: KeyboardEvent, row: Row) => void) | undefined;
}

/** What both views, rows and cards, are given. */
export interface TableViewProps<Row> extends DataTableProps<Row> {
  order: readonly RowId[];
  ticks: ReturnType<typeof useTicks>;
  events: ReturnType<typeof useRowEvents<Row>>;
}

export const ACTIONS_WIDTH = 96;
export const NOTHING = 'Não existem dados para exibição';

import type { ReactNode } from 'react';

export type RowId = string | number;
export type Direction = 'ASC' | 'DESC';
export type Density = 'comfortable' | 'compact';
export interface Sort {
  field: string;
  direction: Direction;
}

/** A column as data. Keep the array stable (a constant or useMemo): a new one renders every row again. */
export interface Column<Row> {
  id: string;
  label: string;
  /** `number` aligns right with tabular figures; `date` first sorts from the newest. */
  kind?: 'text' | 'number' | 'date';
  sortable?: boolean;
  /** The name the server sorts by, when it is not `id`. */
  sortBy?: string;
  defaultDirection?: Direction;
  align?: 'left' | 'right' | 'center';
  /**
   * Pixels that it is given before it is cut; with less in it, it is narrower (FittingTable). Columns without a width
   * share what is left, and are never under `minWidth`.
   */
  width?: number;
  /** Pixels, for a column without a width: 120 unless told. */
  minWidth?: number;
  render: (row: Row) => ReactNode;
  /** The second fact of the line, in grey beside the first. */
  second?: (row: Row) => ReactNode;
  /** False for a column that the chooser must not hide. */
  hideable?: boolean;
  /** Not shown until somebody chose it. */
  onDemand?: boolean;
  /**
   * Where the width does not hold every column this one gives way, 1 before 2 (FittingTable). For what the row's own
   * view shows as well.
   */
  givesWay?: number;
  /** Place on the card that a row becomes on a phone; the title also carries the row's link. */
  card?: 'title' | 'corner' | 'fact';
}

/** How high rows are until somebody chooses otherwise for a list. */
export const STANDARD_DENSITY: Density = 'compact';
export const ROW_HEIGHT: Record<Density, number> = { comfortable: 40, compact: 32 };
export const CELL_PADDING: Record<Density, number> = { comfortable: 12, compact: 8 };
export const FREE_COLUMN_MIN = 120;

export const sortKey = <Row>(column: Column<Row>) => column.sortBy ?? column.id;

/** The same column turns round; a new one starts at its own direction: dates from the newest, others ascending. */
export const nextSort = <Row>(current: Sort | undefined, column: Column<Row>): Sort => {
  const field = sortKey(column);
  if (current?.field === field) return { field, direction: current.direction === 'ASC' ? 'DESC' : 'ASC' };
  return { field, direction: column.defaultDirection ?? (column.kind === 'date' ? 'DESC' : 'ASC') };
};

export const alignOf = <Row>(column: Column<Row>) =>
  column.align ?? (column.kind === 'number' ? 'right' : 'left');

/** The column that names the row: the card's title, else the first one. */
export const mainColumnOf = <Row>(columns: readonly Column<Row>[]) =>
  columns.find((column) => column.card === 'title') ?? columns[0];

export const tableMinWidth = <Row>(columns: readonly Column<Row>[]) =>
  columns.reduce((sum, column) => sum + (column.width ?? column.minWidth ?? FREE_COLUMN_MIN), 0);

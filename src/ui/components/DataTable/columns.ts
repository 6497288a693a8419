import type { ReactNode } from 'react';
import { NO_VALUE } from '#contract/rules/format.ts';
import type { Labelled } from '../../words.ts';

export type RowId = string | number;
export type Direction = 'ASC' | 'DESC';
export type Density = 'comfortable' | 'compact';
export interface Sort {
  field: string;
  direction: Direction;
}

/** Pixels by column: the width of its contents, or one chosen by the person. */
export type Widths = Readonly<Record<string, number>>;

/** A column as data. Keep the array stable (a constant or useMemo), since a new one re-renders every row. */
export interface Column<Row> extends Labelled {
  id: string;
  /** `number` aligns right with tabular figures; `date` sorts newest first by default. */
  kind?: 'text' | 'number' | 'date';
  sortable?: boolean;
  /** The name the server sorts by, when it is not `id`. */
  sortBy?: string;
  defaultDirection?: Direction;
  align?: 'left' | 'right' | 'center';
  /**
   * Maximum width in pixels before the content is cut off; with less content, the column is narrower (fitting.ts). Columns
   * without a width share the remaining space, but get at least `minWidth`.
   */
  width?: number;
  /** Minimum pixels for a column without a width; 120 by default. */
  minWidth?: number;
  render: (row: Row) => ReactNode;
  /** Secondary text, in grey beside the first. */
  second?: (row: Row) => ReactNode;
  /**
   * What the cell's pencil is called where the person may change the value in its place: 'Mudar o operador do ticket 12'; nothing
   * where they may not.
   */
  edit?: (row: Row) => string | undefined;
  /** False for a column that cannot be hidden in the chooser. */
  hideable?: boolean;
  /** Hidden until the person selects it. */
  onDemand?: boolean;
  /**
   * Order in which columns are dropped when they do not all fit, 1 before 2 (fitting.ts). For values that the row's own
   * page shows as well.
   */
  hideOrder?: number;
  /** Whether the list sums it at its foot (contract/summedLists.ts). */
  summed?: boolean;
  /** How the list is grouped by a column that administrators defined. */
  grouped?: 'VALOR' | 'DATA' | undefined;
  /** Position on the card shown on a phone; the title also carries the row's link. */
  card?: 'title' | 'corner' | 'fact';
}

/** What is said of a column beside what it shows of a row. */
export type ColumnFacts = Pick<Column<never>, 'id' | 'label' | 'authored' | 'summed' | 'grouped'>;

/** What a cell shows: a column that has nothing to say of a row says so by the one sign for it. */
export function cellContent<Row>(column: Column<Row>, row: Row): ReactNode {
  const content = column.render(row);
  return content === null || content === undefined || content === '' ? NO_VALUE : content;
}

/** The row height of a list unless the person chooses another. */
export const STANDARD_DENSITY: Density = 'compact';
export const ROW_HEIGHT: Record<Density, number> = { comfortable: 40, compact: 32 };
export const CELL_PADDING: Record<Density, number> = { comfortable: 12, compact: 8 };
export const FREE_COLUMN_MIN = 120;

export const sortKey = <Row>(column: Column<Row>) => column.sortBy ?? column.id;

/** The same column reverses its direction; a new one starts with its default: dates newest first, others ascending. */
export const nextSort = <Row>(current: Sort | undefined, column: Column<Row>): Sort => {
  const field = sortKey(column);
  if (current?.field === field) return { field, direction: current.direction === 'ASC' ? 'DESC' : 'ASC' };
  return { field, direction: column.defaultDirection ?? (column.kind === 'date' ? 'DESC' : 'ASC') };
};

export const alignOf = <Row>(column: Column<Row>) =>
  column.align ?? (column.kind === 'number' ? 'right' : 'left');

/** The column that identifies the row: the card's title, or else the first one. */
export const mainColumnOf = <Row>(columns: readonly Column<Row>[]) =>
  columns.find((column) => column.card === 'title') ?? columns[0];

export const tableMinWidth = <Row>(columns: readonly Column<Row>[]) =>
  columns.reduce((sum, column) => sum + (column.width ?? column.minWidth ?? FREE_COLUMN_MIN), 0);

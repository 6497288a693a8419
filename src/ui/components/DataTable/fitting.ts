import type { ColumnPreferences } from '../ColumnChooser/useColumnPreferences.ts';
import { type Column, FREE_COLUMN_MIN } from './columns.ts';

/** Pixels by column: what its contents ask for, or what a person chose. */
export type Widths = Readonly<Record<string, number>>;

interface Measures {
  /** Of the widest cell that was seen. A column that was not yet has its own width. */
  content?: Widths;
  /** By hand: these hold. */
  chosen?: Widths | undefined;
}

/** What a column needs at least: its contents where they are smaller than its own width, which is what it gives at most. */
function leastWidth<Row>(column: Column<Row>, { content = {}, chosen = {} }: Measures): number {
  const own = column.width ?? column.minWidth ?? FREE_COLUMN_MIN;
  return chosen[column.id] ?? Math.min(own, content[column.id] ?? own);
}

/** The columns that a width has room for: those that may give way go in their order until the rest fits. */
export const fittingColumns = <Row>(
  columns: readonly Column<Row>[],
  room: number,
  measures: Measures = {},
): readonly Column<Row>[] => {
  const leaving = columns
    .filter(({ givesWay }) => givesWay !== undefined)
    .sort((one, other) => (one.givesWay ?? 0) - (other.givesWay ?? 0));
  let left = columns;
  for (const next of leaving) {
    if (sum(left.map((column) => leastWidth(column, measures))) <= room) break;
    left = left.filter((column) => column !== next);
  }
  return left;
};

/**
 * The columns with the width that each gets. What is left of the room first shows whole what would be cut, then goes to
 * the columns that have no width of their own, or to all alike.
 */
export const spreadColumns = <Row>(
  columns: readonly Column<Row>[],
  room: number,
  measures: Measures,
): readonly Column<Row>[] => {
  const { content = {}, chosen = {} } = measures;
  const least = columns.map((column) => leastWidth(column, measures));
  const cut = columns.map((column, at) =>
    column.id in chosen ? 0 : Math.max(0, (content[column.id] ?? 0) - (least[at] ?? 0)),
  );
  const left = Math.max(0, room - sum(least));
  const whole = Math.min(left, sum(cut));
  const movable = columns.filter(({ id }) => !(id in chosen));
  const free = movable.filter(({ width }) => width === undefined);
  const takers = free.length > 0 ? free : movable;
  return columns.map((column, at) => {
    const mended = sum(cut) === 0 ? 0 : (whole * (cut[at] ?? 0)) / sum(cut);
    const rest = takers.includes(column) ? (left - whole) / takers.length : 0;
    return { ...column, width: Math.floor((least[at] ?? 0) + mended + rest) };
  });
};

const sum = (numbers: readonly number[]) => numbers.reduce((total, next) => total + next, 0);

/** Whether a person chose columns: theirs stay, however narrow the window is. */
export const isOwnChoice = (preferences: ColumnPreferences, defaults: ColumnPreferences): boolean =>
  `${preferences.order}|${preferences.hidden}` !== `${defaults.order}|${defaults.hidden}`;

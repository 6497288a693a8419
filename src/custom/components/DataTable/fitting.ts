import type { ColumnPreferences } from '../ColumnChooser/columnPreferences.ts';
import { type Column, tableMinWidth } from './columns.ts';

/** The columns that a width has room for: those that may give way go in their order until the rest fits. */
export const fittingColumns = <Row>(
  columns: readonly Column<Row>[],
  width: number,
): readonly Column<Row>[] => {
  const leaving = columns
    .filter(({ givesWay }) => givesWay !== undefined)
    .sort((one, other) => (one.givesWay ?? 0) - (other.givesWay ?? 0));
  let left = columns;
  for (const next of leaving) {
    if (tableMinWidth(left) <= width) break;
    left = left.filter((column) => column !== next);
  }
  return left;
};

/** Whether a person chose columns: theirs stay, however narrow the window is. */
export const isOwnChoice = (preferences: ColumnPreferences, defaults: ColumnPreferences): boolean =>
  `${preferences.order}|${preferences.hidden}` !== `${defaults.order}|${defaults.hidden}`;

import { useMemo, useRef } from 'react';
import { Failure } from '../../shell/states/StateMessage.tsx';
import { useIsPhone, useIsPrinted } from '../../theme/windowWidth.ts';
import { useLabels } from '../../words.ts';
import { useFittingColumns } from './fitting.ts';
import { useTicks } from './selection.tsx';
import { TableCards } from './TableCards.tsx';
import { TableGrid } from './TableGrid.tsx';
import { type DataTableProps, useRowEvents } from './tableProps.ts';

/**
 * A controlled table for many rows, whose columns fit its contents and its place; on a phone it turns into cards, and on paper into a
 * table again, whose columns decide how the sheet lies.
 */
export const DataTable = <Row,>(given: DataTableProps<Row>) => {
  const labelled = useLabels(given.columns);
  const props = labelled === given.columns ? given : { ...given, columns: labelled };
  const isPrinted = useIsPrinted();
  const isPhone = useIsPhone() && !isPrinted;
  const own = useRef<HTMLDivElement>(null);
  const { rows, rowId, selection, answer, scroller = own } = props;
  const columns = useFittingColumns({ table: props, place: scroller, isPhone });
  const order = useMemo(() => rows.map(rowId), [rows, rowId]);
  const ticks = useTicks(selection, order);
  const events = useRowEvents(props);
  if (props.columns.length === 0) return null;
  const View = isPhone ? TableCards : TableGrid;
  const failure = answer?.error ? <Failure answer={answer} /> : null;
  const hasAnswer = answer?.data !== undefined;
  const view = { columns, scroller, order, ticks, events, error: hasAnswer ? null : failure };
  return (
    <>
      {hasAnswer && failure}
      <View {...props} {...view} />
    </>
  );
};

import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo } from 'react';
import { useTicks } from './selection.ts';
import { TableCards } from './TableCards.tsx';
import { TableGrid } from './TableGrid.tsx';
import type { DataTableProps } from './tableProps.ts';
import { useRowEvents } from './useRowEvents.ts';

/** A table of many rows, controlled from outside, which turns to cards on a phone. */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const isPhone = useMediaQuery('(max-width:599.95px)', { noSsr: true });
  const { rows, rowId, columns, selection } = props;
  const order = useMemo(() => rows.map(rowId), [rows, rowId]);
  const ticks = useTicks(selection, order);
  const events = useRowEvents({ rows, onOpen: props.onOpen, onRowKeyDown: props.onRowKeyDown });
  if (columns.length === 0) return null;
  const View = isPhone ? TableCards : TableGrid;
  return <View {...props} order={order} ticks={ticks} events={events} />;
};

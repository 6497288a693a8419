import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import { type ReactNode, useRef } from 'react';
import { countText, formatCount } from '#contract/rules/format.ts';
import { LOW } from '../../theme/windowWidth.ts';
import { useStableCallback } from '../useStableCallback.ts';
import type { RowId } from './columns.ts';

interface SelectionBarProps {
  count: number;
  /** Names of the selected items, singular and plural: ['agenda selecionada', 'agendas selecionadas']. */
  words?: readonly [one: string, many: string];
  /** Total number of rows that match the filter. With `onSelectAll`, the bar offers to select them all. */
  total?: number;
  onSelectAll?: () => void;
  onClear: () => void;
  children?: ReactNode;
}

const TICKED = ['selecionado', 'selecionados'] as const;

/** The actions for the selected rows; shown at the bottom of the list while any row is selected. */
export const SelectionBar = ({
  count,
  words = TICKED,
  total,
  onSelectAll,
  onClear,
  children,
}: SelectionBarProps) => {
  if (count === 0) return null;
  return (
    <Paper
      component="section"
      aria-label="Ações para a seleção"
      variant="outlined"
      sx={{
        position: 'sticky',
        [LOW]: { position: 'static' },
        bottom: 'calc(8px + var(--strip-room, 0px))',
        zIndex: 5,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        fontSize: 13,
        px: 3,
        py: 1,
      }}
    >
      <span role="status">{formatCount(count, ...words)}</span>
      {onSelectAll && total !== undefined && total > count && (
        <Button size="small" onClick={onSelectAll}>
          Selecionar todos os {countText(total)}
        </Button>
      )}
      <span style={{ flex: 1 }} />
      {children}
      <IconButton aria-label="Limpar seleção" size="small" onClick={onClear}>
        <CloseIcon fontSize="small" />
      </IconButton>
    </Paper>
  );
};

/** The selection is controlled by the caller: a set of ids, and a label for each row's checkbox. */
export interface TableSelection<Row> {
  ids: ReadonlySet<RowId>;
  onChange: (ids: ReadonlySet<RowId>) => void;
  /** The checkbox's accessible name: 'Selecionar ticket 123'. */
  label: (row: Row) => string;
}

const changeIds = (ids: ReadonlySet<RowId>, changed: readonly RowId[], checked: boolean) => {
  const next = new Set(ids);
  for (const id of changed) checked ? next.add(id) : next.delete(id);
  return next;
};

/** All rows from `from` to `to`, inclusive, in display order. */
const between = (order: readonly RowId[], from: number, to: number) =>
  order.slice(Math.min(from, to), Math.max(from, to) + 1);

interface Tick {
  index: number;
  checked: boolean;
  /** Index of the row toggled last, when Shift is held. */
  from?: number | undefined;
}

const tickRow = (ids: ReadonlySet<RowId>, order: readonly RowId[], tick: Tick) =>
  changeIds(ids, between(order, tick.from ?? tick.index, tick.index), tick.checked);

const tickAll = (ids: ReadonlySet<RowId>, order: readonly RowId[], checked: boolean) =>
  changeIds(ids, order, checked);

export type AllState = 'none' | 'some' | 'all';
const stateOfAll = (ids: ReadonlySet<RowId>, order: readonly RowId[]): AllState => {
  const count = order.filter((id) => ids.has(id)).length;
  if (count === 0) return 'none';
  return count === order.length ? 'all' : 'some';
};

/** Selects rows one by one, as a range with Shift from the last one, or all at once. */
export const useTicks = <Row,>(selection: TableSelection<Row> | undefined, order: readonly RowId[]) => {
  const last = useRef<RowId | undefined>(undefined);

  const onTick = useStableCallback((id: RowId, index: number, checked: boolean, withShift: boolean) => {
    const from = withShift && last.current !== undefined ? order.indexOf(last.current) : -1;
    last.current = id;
    selection?.onChange(
      tickRow(selection.ids, order, { index, checked, from: from === -1 ? undefined : from }),
    );
  });

  const onAll = (checked: boolean) => selection?.onChange(tickAll(selection.ids, order, checked));
  return { onTick, onAll, all: selection && stateOfAll(selection.ids, order) };
};

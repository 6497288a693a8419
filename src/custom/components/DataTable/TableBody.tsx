import type { ReactNode, RefObject } from 'react';
import { ROW_HEIGHT } from './columns.ts';
import { SkeletonRows } from './SkeletonRows.tsx';
import { TableRow } from './TableRow.tsx';
import { NOTHING, type TableViewProps } from './tableProps.ts';
import { useVirtualRows } from './useVirtualRows.ts';

interface TableBodyProps<Row> extends TableViewProps<Row> {
  scroller: RefObject<HTMLElement | null>;
}

export const TableBody = <Row,>(props: TableBodyProps<Row>) => {
  const { rows, columns, rowActions, selection, order, rowLink, onOpen, rowOffset = 0 } = props;
  const window = useVirtualRows(rows.length, ROW_HEIGHT[props.density ?? 'comfortable'], props.scroller);
  const span = columns.length + (selection ? 1 : 0) + (rowActions ? 1 : 0);
  if (props.error) return <SlotRow span={span}>{props.error}</SlotRow>;
  if (rows.length === 0 && props.loading)
    return <SkeletonRows columns={columns} hasTick={selection !== undefined} hasActions={!!rowActions} />;
  if (rows.length === 0) return <SlotRow span={span}>{props.empty ?? NOTHING}</SlotRow>;
  return (
    <tbody data-rows {...props.events}>
      <Spacer span={span} height={window.before} />
      {window.indexes.map((index) => {
        const row = rows[index];
        const id = order[index];
        if (row === undefined || id === undefined) return null;
        return (
          <TableRow
            key={id}
            row={row}
            id={id}
            index={index}
            ariaRowIndex={rowOffset + index + 2}
            columns={columns}
            href={rowLink?.(row)}
            opens={rowLink !== undefined || onOpen !== undefined}
            tickLabel={selection?.label(row)}
            selected={selection?.ids.has(id) ?? false}
            onTick={props.ticks.onTick}
            rowActions={rowActions}
          />
        );
      })}
      <Spacer span={span} height={window.after} />
    </tbody>
  );
};

const SlotRow = ({ span, children }: { span: number; children: ReactNode }) => (
  <tbody>
    <tr>
      <td className="slot" colSpan={span}>
        {children}
      </td>
    </tr>
  </tbody>
);

/** Stands for the rows that are out of sight. */
const Spacer = ({ span, height }: { span: number; height: number }) =>
  height > 0 && (
    <tr className="spacer" aria-hidden>
      <td colSpan={span} style={{ height }} />
    </tr>
  );

import { lazy, type ReactNode, type RefObject, Suspense } from 'react';
import { ROW_HEIGHT, STANDARD_DENSITY } from './columns.ts';
import { firstRows, type RowWindow, VIRTUAL_FROM } from './rowWindow.ts';
import { SkeletonRows } from './SkeletonRows.tsx';
import { TableRow } from './TableRow.tsx';
import { NOTHING, type TableViewProps } from './tableProps.ts';

interface TableBodyProps<Row> extends TableViewProps<Row> {
  scroller: RefObject<HTMLElement | null>;
}

/** Short lists, which most are, do without it. */
const VirtualRows = lazy(async () => ({ default: (await import('./VirtualRows.tsx')).VirtualRows }));

export const TableBody = <Row,>(props: TableBodyProps<Row>) => {
  const { rows, columns, rowActions, selection, order, rowLink, onOpen, rowOffset = 0 } = props;
  const span = columns.length + (selection ? 1 : 0) + (rowActions ? 1 : 0);
  if (props.error) return <SlotRow span={span}>{props.error}</SlotRow>;
  if (rows.length === 0 && props.loading)
    return <SkeletonRows columns={columns} hasTick={selection !== undefined} hasActions={!!rowActions} />;
  if (rows.length === 0) return <SlotRow span={span}>{props.empty ?? NOTHING}</SlotRow>;
  const rowHeight = ROW_HEIGHT[props.density ?? STANDARD_DENSITY];
  const drawn = (window: RowWindow) => (
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
  const first = firstRows(rows.length, rowHeight);
  if (rows.length <= VIRTUAL_FROM) return drawn(first);
  return (
    <Suspense fallback={drawn(first)}>
      <VirtualRows count={rows.length} rowHeight={rowHeight} scroller={props.scroller}>
        {drawn}
      </VirtualRows>
    </Suspense>
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

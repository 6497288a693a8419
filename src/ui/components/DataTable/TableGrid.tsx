import { type CSSProperties, useRef } from 'react';
import { CELL_PADDING, ROW_HEIGHT, STANDARD_DENSITY, tableMinWidth } from './columns.ts';
import { copyRows } from './copyRows.ts';
import { HeaderRow } from './HeaderRow.tsx';
import { TableBody } from './TableBody.tsx';
import { TableRoot } from './TableRoot.ts';
import { ACTIONS_WIDTH, type TableViewProps } from './tableProps.ts';

const DEFAULT_MAX_HEIGHT = 'calc(100dvh - 240px)';

/** The rows of a desk: a real table that scrolls inside itself. */
export const TableGrid = <Row,>(props: TableViewProps<Row>) => {
  const { columns, rows, density = STANDARD_DENSITY, rowActions, ticks, selection } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const actionsWidth = rowActions ? (props.actionsWidth ?? ACTIONS_WIDTH) : 0;
  const style = {
    '--row-height': `${ROW_HEIGHT[density]}px`,
    '--cell-padding': `${CELL_PADDING[density]}px`,
    '--actions-width': `${actionsWidth}px`,
    maxHeight: props.maxHeight ?? DEFAULT_MAX_HEIGHT,
  } as CSSProperties;
  // Where nothing inside can take the focus, the arrows have nothing else to scroll it by.
  const rowsAct = rows.length > 0 && (props.rowLink || rowActions);
  const isReadOnly = !rowsAct && !selection && !props.onSort && !props.onResize;
  const reach = isReadOnly ? { role: 'region', tabIndex: 0, 'aria-label': props.label } : {};
  return (
    <TableRoot
      ref={scroller}
      style={style}
      aria-busy={props.loading || undefined}
      data-actions-stay={props.actionsStay || undefined}
      {...reach}
    >
      <table
        onCopy={copyRows}
        aria-rowcount={(props.rowCount ?? rows.length) + 1}
        style={{ minWidth: tableMinWidth(columns) + (selection ? 44 : 0) }}
      >
        <caption>{props.label}</caption>
        <colgroup>
          {selection && <col style={{ width: 44 }} />}
          {columns.map(({ id, width }) => (
            <col key={id} data-id={id} style={width === undefined ? undefined : { width }} />
          ))}
          {rowActions && <col className="actionsPlace" />}
        </colgroup>
        <thead>
          <HeaderRow
            columns={columns}
            sort={props.sort}
            onSort={props.onSort}
            all={ticks.all}
            onAll={ticks.onAll}
            onResize={props.onResize}
            hasActions={rowActions !== undefined}
          />
        </thead>
        <TableBody {...props} scroller={scroller} />
      </table>
    </TableRoot>
  );
};

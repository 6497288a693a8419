import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import { type CSSProperties, type ReactNode, Suspense } from 'react';
import { lazyScreen, lazyWhenIdle } from '../../shell/loadLater.tsx';
import { useIsPrinted } from '../../theme/windowWidth.ts';
import {
  alignOf,
  CELL_PADDING,
  type Column,
  nextSort,
  ROW_HEIGHT,
  type Sort,
  STANDARD_DENSITY,
  sortKey,
  tableMinWidth,
} from './columns.ts';
import type { AllState } from './selection.tsx';
import { copyRows, SkeletonRows, TableRoot } from './TableRoot.tsx';
import { TableRow, TickBox } from './TableRow.tsx';
import {
  ACTIONS_WIDTH,
  firstRows,
  NOTHING,
  type RowWindow,
  type TableViewProps,
  VIRTUAL_FROM,
} from './tableProps.ts';

const DEFAULT_MAX_HEIGHT = 'calc(100dvh - 240px)';

/** The desktop view: a real table that scrolls inside itself. */
export const TableGrid = <Row,>(props: TableViewProps<Row>) => {
  const { columns, rows, density = STANDARD_DENSITY, rowActions, ticks, selection, scroller } = props;
  const actionsWidth = rowActions ? (props.actionsWidth ?? ACTIONS_WIDTH) : 0;
  const style = {
    '--row-height': `${ROW_HEIGHT[density]}px`,
    '--cell-padding': `${CELL_PADDING[density]}px`,
    '--actions-width': `${actionsWidth}px`,
    maxHeight: props.maxHeight ?? DEFAULT_MAX_HEIGHT,
  } as CSSProperties;
  // When nothing inside can be focused, the region itself must be focusable to be scrolled by keyboard.
  const rowsAct = rows.length > 0 && (props.rowLink || rowActions);
  const isReadOnly = !rowsAct && !selection && !props.onSort && !props.onResize;
  const reach = isReadOnly ? { role: 'region', tabIndex: 0, 'aria-label': props.label } : {};
  return (
    <TableRoot ref={scroller} style={style} aria-busy={props.loading || undefined} {...reach}>
      <table
        onCopy={copyRows}
        aria-rowcount={(props.rowCount ?? rows.length) + 1}
        style={{ minWidth: tableMinWidth(columns) + (selection ? 44 : 0) + actionsWidth }}
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
        <TableBody {...props} />
      </table>
    </TableRoot>
  );
};

/** Most lists are short and do not need it. */
const VirtualRows = lazyScreen(() => import('./VirtualRows.tsx'), 'VirtualRows');

const TableBody = <Row,>(props: TableViewProps<Row>) => {
  const { rows, columns, rowActions, selection, order, rowLink, onOpen, rowOffset = 0 } = props;
  const isPrinted = useIsPrinted();
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
  // Nothing scrolls on paper.
  if (isPrinted) return drawn({ indexes: [...rows.keys()], before: 0, after: 0 });
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

/** Takes the place of the rows that are out of view. */
const Spacer = ({ span, height }: { span: number; height: number }) =>
  height > 0 && (
    <tr className="spacer" aria-hidden>
      <td colSpan={span} style={{ height }} />
    </tr>
  );

interface HeaderRowProps<Row> {
  columns: readonly Column<Row>[];
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  /** Present when rows are selectable. */
  all?: AllState | undefined;
  onAll: (checked: boolean) => void;
  onResize?: ((id: string, width: number | null) => void) | undefined;
  hasActions: boolean;
}

const HeaderRow = <Row,>({
  columns,
  sort,
  onSort,
  all,
  onAll,
  onResize,
  hasActions,
}: HeaderRowProps<Row>) => (
  <tr aria-rowindex={1}>
    {all && (
      <th scope="col" className="tick stuck">
        <TickBox
          label="Selecionar todos desta página"
          checked={all === 'all'}
          mixed={all === 'some'}
          onTick={onAll}
        />
      </th>
    )}
    {columns.map((column, index) => (
      <HeaderCell
        key={column.id}
        column={column}
        sort={sort}
        onSort={onSort}
        stuck={index === 0 && (all ? 'stuck afterTick' : 'stuck')}
        grip={
          onResize && (
            <ColumnResizeHandle
              id={column.id}
              label={column.label}
              reached={index === 0}
              onResize={onResize}
            />
          )
        }
      />
    ))}
    {hasActions && <td className="actions" />}
  </tr>
);

interface HeaderCellProps<Row> {
  column: Column<Row>;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  stuck: string | false;
  grip: ReactNode;
}

const HeaderCell = <Row,>({ column, sort, onSort, stuck, grip }: HeaderCellProps<Row>) => {
  const active = sort?.field === sortKey(column) ? sort.direction : undefined;
  const className = [alignOf(column), stuck].filter(Boolean).join(' ');
  if (!column.sortable || !onSort)
    return (
      <th scope="col" className={className} aria-label={column.label} title={column.label}>
        {column.label}
        {grip}
      </th>
    );
  return (
    <th scope="col" className={className} aria-label={column.label} aria-sort={active && ARIA_SORT[active]}>
      <button
        type="button"
        className="sort"
        data-active={active !== undefined}
        title={`Ordenar por ${column.label}`}
        onClick={() => onSort(nextSort(sort, column))}
      >
        <span>{column.label}</span>
        {active === 'DESC' ? <ArrowDownwardIcon aria-hidden /> : <ArrowUpwardIcon aria-hidden />}
      </button>
      {grip}
    </th>
  );
};

/** Columns are not resized before the list has rendered, so the grip is loaded when idle. */
const ColumnResizeHandle = lazyWhenIdle(() => import('./ColumnResizeHandle.tsx'), 'ColumnResizeHandle');

const ARIA_SORT = { ASC: 'ascending', DESC: 'descending' } as const;

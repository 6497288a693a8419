import { memo, type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { NO_VALUE } from '#contract/rules/format.ts';
import { alignOf, type Column, cellContent, mainColumnOf, type RowId } from './columns.ts';

export interface TableRowProps<Row> {
  row: Row;
  id: RowId;
  index: number;
  /** Index among all rows and not just those of this page; the header is row 1. */
  ariaRowIndex: number;
  columns: readonly Column<Row>[];
  href: string | undefined;
  opens: boolean;
  /** The checkbox's accessible name; absent when rows are not selectable. */
  tickLabel: string | undefined;
  selected: boolean;
  onTick: (id: RowId, index: number, checked: boolean, withShift: boolean) => void;
  rowActions: ((row: Row) => ReactNode) | undefined;
}

const PlainTableRow = <Row,>(props: TableRowProps<Row>) => {
  const { row, id, index, columns, tickLabel, selected, rowActions } = props;
  const main = mainColumnOf(columns);
  return (
    <tr
      aria-rowindex={props.ariaRowIndex}
      data-index={index}
      data-opens={props.opens || undefined}
      data-selected={selected || undefined}
    >
      {tickLabel !== undefined && (
        <td className="tick stuck">
          <TickBox
            label={tickLabel}
            checked={selected}
            onTick={(checked, withShift) => props.onTick(id, index, checked, withShift)}
          />
        </td>
      )}
      {columns.map((column, place) => (
        <Cell
          key={column.id}
          column={column}
          row={row}
          isMain={column === main}
          className={cellClass(column, place === 0, tickLabel !== undefined)}
          opens={props.opens}
          href={props.href}
        />
      ))}
      {rowActions && (
        <td className="actions">
          <span>{rowActions(row)}</span>
        </td>
      )}
    </tr>
  );
};

/** Memoised, so that selecting a row re-renders only that row. */
export const TableRow = memo(PlainTableRow) as typeof PlainTableRow;

interface CellProps<Row> {
  column: Column<Row>;
  row: Row;
  isMain: boolean;
  className: string | undefined;
  opens: boolean;
  href: string | undefined;
}

const Cell = <Row,>({ column, row, isMain, className, opens, href }: CellProps<Row>) => {
  const content = cellContent(column, row);
  const second = column.second?.(row);
  const first = isMain && opens ? <OpenLink href={href}>{content}</OpenLink> : content;
  const facts = (
    <>
      {contentWith(first, second, isMain && opens)}
      <EditMark column={column} row={row} />
    </>
  );
  if (!isMain)
    return (
      <td className={className} title={fullText(content)}>
        {facts}
      </td>
    );
  return (
    <th scope="row" className={className} title={fullText(content)}>
      {facts}
    </th>
  );
};

/** The two facts of a cell. Each is truncated on its own, so that two ellipses never follow each other. */
const contentWith = (first: ReactNode, second: ReactNode, isLink: boolean) =>
  second == null || second === '' ? (
    first
  ) : (
    <span className="pair">
      {isLink ? first : <span>{first}</span>}
      <span className="second">{second}</span>
    </span>
  );

/**
 * The pencil of what can be changed in its place. The arrow keys lead to it, and its focus is shown around the cell. A plain element,
 * since each row has it.
 */
export const EditMark = <Row,>({ column, row }: { column: Column<Row>; row: Row }) => {
  const label = column.edit?.(row);
  return (
    label !== undefined && (
      <button
        type="button"
        className="edit"
        data-edit={column.id}
        tabIndex={-1}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-keyshortcuts="E"
      >
        <svg viewBox="0 0 24 24" aria-hidden>
          <path d="M3 17.25V21h3.75L17.81 9.94l-3.75-3.75zM20.71 7.04a1 1 0 0 0 0-1.41l-2.34-2.34a1 1 0 0 0-1.41 0l-1.83 1.83 3.75 3.75z" />
        </svg>
      </button>
    )
  );
};

/** Text that may be cut off by the column's width is shown in full as a tooltip. */
const fullText = (content: ReactNode) =>
  typeof content === 'string' && content !== NO_VALUE ? content : undefined;

const cellClass = <Row,>(column: Column<Row>, isFirst: boolean, afterTick: boolean) =>
  [
    column.edit && 'editable',
    alignOf(column) !== 'left' && alignOf(column),
    column.kind === 'number' && 'number',
    isFirst && 'stuck',
    isFirst && afterTick && 'afterTick',
  ]
    .filter(Boolean)
    .join(' ') || undefined;

interface TickBoxProps {
  label: string;
  checked: boolean;
  mixed?: boolean;
  onTick: (checked: boolean, withShift: boolean) => void;
}

/** A native checkbox with a label: MUI's costs about thirty times as much, once per row. */
export const TickBox = ({ label, checked, mixed = false, onTick }: TickBoxProps) => {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={(event) => onTick(event.target.checked, hasShift(event.nativeEvent))}
    />
  );
};

/** React reports a checkbox's click as its change event, so the modifier keys are available there. */
const hasShift = (event: Event) => event instanceof MouseEvent && event.shiftKey;

/** Opens the row: a real link if the row has an address (middle click, copy address), otherwise a button. */
export const OpenLink = ({ href, children }: { href: string | undefined; children: ReactNode }) =>
  href === undefined ? (
    <button type="button" className="open" data-open>
      {children}
    </button>
  ) : (
    <Link to={href} className="open" data-open>
      {children}
    </Link>
  );

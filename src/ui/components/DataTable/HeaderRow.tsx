import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import type { ReactNode } from 'react';
import { idleTool } from '../../shell/idleTool.tsx';
import { alignOf, type Column, nextSort, type Sort, sortKey } from './columns.ts';
import type { AllState } from './selection.ts';
import { TickBox } from './TickBox.tsx';

interface HeaderRowProps<Row> {
  columns: readonly Column<Row>[];
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  /** Present when rows can be ticked. */
  all?: AllState | undefined;
  onAll: (checked: boolean) => void;
  onResize?: ((id: string, width: number | null) => void) | undefined;
  hasActions: boolean;
}

export const HeaderRow = <Row,>({
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
            <ColumnGrip id={column.id} label={column.label} reached={index === 0} onResize={onResize} />
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

/** Nobody draws a column before the list stands. */
const ColumnGrip = idleTool(() => import('./ColumnGrip.tsx'), 'ColumnGrip');

const ARIA_SORT = { ASC: 'ascending', DESC: 'descending' } as const;

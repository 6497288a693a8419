import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import IconButton from '@mui/material/IconButton';
import { type Column, nextSort, type Sort, sortKey } from './columns.ts';

interface CardSortProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

/** Cards have no header to press, so a phone sorts by a list and an arrow. */
export const CardSort = <Row,>({ columns, sort, onSort }: CardSortProps<Row>) => {
  const sortable = columns.filter((column) => column.sortable);
  if (!onSort || sortable.length === 0) return null;
  const current = sortable.find((column) => sortKey(column) === sort?.field);
  const choose = (id: string) => {
    const column = sortable.find((candidate) => candidate.id === id);
    if (column) onSort(nextSort(undefined, column));
  };
  return (
    <div className="sortBar">
      <label>
        <span>Ordenar por</span>
        <select value={current?.id ?? ''} onChange={(event) => choose(event.target.value)}>
          {!current && <option value="">Escolha</option>}
          {sortable.map((column) => (
            <option key={column.id} value={column.id}>
              {column.label}
            </option>
          ))}
        </select>
      </label>
      {current && (
        <IconButton
          aria-label={sort?.direction === 'ASC' ? 'Crescente; inverter' : 'Decrescente; inverter'}
          onClick={() => onSort(nextSort(sort, current))}
        >
          {sort?.direction === 'ASC' ? <ArrowUpwardIcon /> : <ArrowDownwardIcon />}
        </IconButton>
      )}
    </div>
  );
};

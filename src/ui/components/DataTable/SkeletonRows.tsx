import Skeleton from '@mui/material/Skeleton';
import { alignOf, type Column } from './columns.ts';

interface SkeletonRowsProps<Row> {
  columns: readonly Column<Row>[];
  hasTick: boolean;
  hasActions: boolean;
  count?: number;
}

/** Rows of the shape that is coming, hidden from screen readers, which hear the table's aria-busy. */
export const SkeletonRows = <Row,>({ columns, hasTick, hasActions, count = 12 }: SkeletonRowsProps<Row>) => (
  <tbody aria-hidden>
    {Array.from({ length: count }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: these rows have no other identity
      <tr key={row}>
        {hasTick && (
          <td className="tick stuck">
            <Skeleton variant="rounded" width={16} height={16} />
          </td>
        )}
        {columns.map((column, index) => (
          <td key={column.id} className={alignOf(column)}>
            <Skeleton width={`${40 + ((row * 7 + index * 13) % 5) * 10}%`} sx={{ display: 'inline-block' }} />
          </td>
        ))}
        {hasActions && <td className="actions" />}
      </tr>
    ))}
  </tbody>
);

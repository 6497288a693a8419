import type { CSSProperties } from 'react';
import { type Column, type Density, ROW_HEIGHT, STANDARD_DENSITY } from './columns.ts';
import { SkeletonRows, TableRoot } from './TableRoot.tsx';

interface SkeletonTableProps<Row> {
  columns: readonly Column<Row>[];
  rows?: number;
  density?: Density;
}

/** The shape of a table before its code or its columns' data are there. */
export const SkeletonTable = <Row,>({
  columns,
  rows = 12,
  density = STANDARD_DENSITY,
}: SkeletonTableProps<Row>) => (
  <TableRoot aria-busy style={{ '--row-height': `${ROW_HEIGHT[density]}px` } as CSSProperties}>
    <table aria-hidden>
      <colgroup>
        {columns.map(({ id, width }) => (
          <col key={id} style={width === undefined ? undefined : { width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.id}>{column.label}</th>
          ))}
        </tr>
      </thead>
      <SkeletonRows columns={columns} hasTick={false} hasActions={false} count={rows} />
    </table>
  </TableRoot>
);

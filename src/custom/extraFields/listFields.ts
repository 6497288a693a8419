import type { Column } from '../../ui/components/DataTable/columns.ts';
import type { Filter } from '../../ui/components/FilterBar/filters.ts';

/** What extra fields add to a list; they come after the list stands. */
export interface ListFields<Row> {
  columns: readonly Column<Row>[];
  filters: readonly Filter[];
}

export const NO_FIELDS = { columns: [], filters: [] };

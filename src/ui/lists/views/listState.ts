import type { ListControllerResult, RaRecord } from 'ra-core';
import type { useColumnPreferences } from '../../components/ColumnChooser/useColumnPreferences.ts';
import type { FilterValues } from '../../components/FilterBar/filters.ts';
import type { ListState } from './viewContent.ts';

interface Parts<Row extends RaRecord> {
  list: Pick<ListControllerResult<Row>, 'sort' | 'perPage' | 'setSort' | 'setPerPage'>;
  values: FilterValues;
  setValues: (values: FilterValues) => void;
  columns: Pick<ReturnType<typeof useColumnPreferences>, 'preferences' | 'change'>;
}

/** What the list shows now, as a view keeps it, and the way to make it show what a view holds. */
export const listState = <Row extends RaRecord>({ list, values, setValues, columns }: Parts<Row>) => ({
  state: { values, sort: list.sort, perPage: list.perPage, columns: columns.preferences } satisfies ListState,
  apply: (next: Partial<ListState>) => {
    if (next.values) setValues(next.values);
    if (next.sort) list.setSort({ field: next.sort.field, order: next.sort.order as 'ASC' | 'DESC' });
    if (next.perPage) list.setPerPage(next.perPage);
    // Widths are the person's, whatever the view shows.
    if (next.columns) columns.change({ ...columns.preferences, ...next.columns });
  },
});

import Box from '@mui/material/Box';
import type { ListControllerResult, RaRecord } from 'ra-core';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { ViewedList } from '#contract/config/savedViews.ts';
import type { Paginator } from '#contract/route.ts';
import { ColumnChooser } from '../components/ColumnChooser/ColumnChooser.tsx';
import {
  type ColumnPreferences,
  useColumnPreferences,
} from '../components/ColumnChooser/useColumnPreferences.ts';
import type { Column } from '../components/DataTable/columns.ts';
import { FittingTable, isOwnChoice } from '../components/DataTable/FittingTable.tsx';
import type { DataTableProps } from '../components/DataTable/tableProps.ts';
import { FilterBar } from '../components/FilterBar/FilterBar.tsx';
import type { Filter, FilterValues } from '../components/FilterBar/filters.ts';
import { PageLinks } from '../components/PageLinks/PageLinks.tsx';
import { ListLive } from '../live/ListLive.tsx';
import { ListViews } from './views/ListViews.tsx';
import { hadViews, listState } from './views/viewContent.ts';

type OfTheRow = 'rowLink' | 'onOpen' | 'rowActions' | 'actionsWidth' | 'selection';

interface ViewedTableProps<Row extends RaRecord> extends Pick<DataTableProps<Row>, OfTheRow> {
  list: ListControllerResult<Row>;
  /** The filters in the address (useFilterValues), which the page reads as well. */
  values: FilterValues;
  onValues: (values: FilterValues) => void;
  /** The list whose saved views are used; without it there are none. */
  views?: ViewedList | undefined;
  /** The table's accessible name: 'Agendas'. */
  label: string;
  noun: [one: string, many: string];
  /** Storage key of the column preferences. */
  columnsKey: string;
  columns: readonly Column<Row>[];
  defaults: ColumnPreferences;
  filters: readonly Filter[];
  search: { key: string; label: string; placeholder: string };
  /** Shown between the views and the bar. */
  tabs?: ReactNode;
  /** Shows changes made by others meanwhile, for lists with live updates. */
  live?: ComponentProps<typeof ListLive>;
  /** Shown at the end of the bar before the column chooser: the export. */
  tools?: ReactNode;
  empty: ReactNode;
  /** Shown between the table and its page links: the actions for the selected rows. */
  bulk?: ReactNode;
  /** Number of page links shown (PageLinks). */
  links?: number;
}

/** A long list: saved views, search and filters in the address, selectable columns, rows, pages. */
export function ViewedTable<Row extends RaRecord<number>>(props: ViewedTableProps<Row>) {
  const { list, values, onValues, views, noun, columns: all, defaults, filters, search } = props;
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const [keepsRoom] = useState(() => views !== undefined && hadViews(views));
  const columns = useColumnPreferences(props.columnsKey, all, defaults);
  const { state, apply } = listState({ list, values, setValues: onValues, columns });
  return (
    <>
      {views && (
        <Box sx={{ flex: 'none', minHeight: keepsRoom ? 36 : 0 }}>
          <ListViews list={views} state={state} filters={filters} onApply={apply} tools={tools} />
        </Box>
      )}
      {props.tabs}
      <FilterBar filters={filters} values={values} onChange={onValues} search={search}>
        <span ref={setTools} />
        {props.tools}
        {/* A phone shows cards, which have no columns. */}
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline-flex' } }}>
          <ColumnChooser
            columns={all}
            preferences={columns.preferences}
            defaults={defaults}
            onChange={columns.change}
          />
        </Box>
      </FilterBar>
      {props.live && <ListLive {...props.live} />}
      <FittingTable
        label={props.label}
        columns={columns.visible}
        chosen={isOwnChoice(columns.preferences, defaults)}
        widths={columns.preferences.widths}
        onResize={columns.resize}
        density={columns.density}
        rows={list.data ?? (NO_ROWS as Row[])}
        rowId={idOf}
        rowLink={props.rowLink}
        onOpen={props.onOpen}
        rowActions={props.rowActions}
        {...(props.actionsWidth && { actionsWidth: props.actionsWidth })}
        sort={{ field: list.sort.field, direction: list.sort.order }}
        onSort={({ field, direction }) => list.setSort({ field, order: direction })}
        selection={props.selection}
        loading={list.isPending || list.isPlaceholderData}
        answer={list}
        empty={props.empty}
        rowCount={list.total}
        rowOffset={(list.page - 1) * list.perPage}
        maxHeight="100%"
      />
      {props.bulk}
      <PageLinks
        page={list.page}
        lastPage={(list.meta as Paginator | undefined)?.last_page ?? 1}
        perPage={list.perPage}
        total={list.total}
        more={(list.meta as Paginator | undefined)?.mais ?? false}
        {...(props.links && { links: props.links })}
        onPage={list.setPage}
        onPerPage={list.setPerPage}
        noun={noun}
      />
    </>
  );
}

const NO_ROWS: RaRecord[] = [];
const idOf = ({ id }: RaRecord<number>) => id;

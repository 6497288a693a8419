import Box from '@mui/material/Box';
import type { ListControllerResult, RaRecord } from 'ra-core';
import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import type { ViewedList } from '#contract/config/savedViews.ts';
import type { Paginator } from '#contract/route.ts';
import { genderOf } from '#contract/rules/portugueseNouns.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { ColumnChooser } from '../components/ColumnChooser/ColumnChooser.tsx';
import {
  type ColumnPreferences,
  DEFAULT_PREFERENCES,
  useColumnPreferences,
} from '../components/ColumnChooser/useColumnPreferences.ts';
import { DataTable } from '../components/DataTable/DataTable.tsx';
import type { DataTableProps } from '../components/DataTable/tableProps.ts';
import { FilterBar } from '../components/FilterBar/FilterBar.tsx';
import type { Filter, FilterValues } from '../components/FilterBar/filters.ts';
import { PageLinks } from '../components/PageLinks/PageLinks.tsx';
import type { ListLive } from '../live/ListLive.tsx';
import { lazyWhenIdle } from '../shell/loadLater.tsx';
import { NothingFound } from './list.tsx';
import { useKeptScroll } from './useKeptScroll.ts';
import { hadViews, listState } from './views/viewContent.ts';

type OfTheRow =
  | 'columns'
  | 'rowLink'
  | 'onOpen'
  | 'onRowKeyDown'
  | 'onRowFocus'
  | 'onEdit'
  | 'rowActions'
  | 'actionsWidth'
  | 'selection'
  | 'cardFacts';

export interface ListTableProps<Row extends RaRecord> extends Pick<DataTableProps<Row>, OfTheRow> {
  /** The rows and their page (useList). */
  list: ListControllerResult<Row>;
  /** The filters in the address (useFilterValues), which the page reads as well. */
  values: FilterValues;
  onValues: (values: FilterValues) => void;
  /** Singular and plural: 'agenda', 'agendas'. */
  noun: [one: string, many: string];
  /** The table's accessible name: 'Agendas'. By default the noun's plural. */
  label?: string;
  filters?: readonly Filter[];
  /** The label is derived from the noun by default. */
  search?: { key: string; label?: string; placeholder: string };
  /** The list whose saved views are used; without it there are none. */
  views?: ViewedList | undefined;
  /** Storage key of the person's columns; without it they cannot be chosen. */
  columnsKey?: string | undefined;
  /** The columns before anybody chose. */
  defaults?: ColumnPreferences;
  /** Shown between the views and the bar. */
  tabs?: ReactNode;
  /** Shown at the end of the bar before the column chooser: the export. */
  tools?: ReactNode;
  /** Shown between the bar and the rows: what the person must know about them. */
  note?: ReactNode;
  /** Shows changes made by others meanwhile, for lists with live updates. */
  live?: ComponentProps<typeof ListLive>;
  /** Why there are no rows at all, and what to do about it. */
  empty: ReactNode;
  /** What else to search for when the filters leave nothing (NothingFound). */
  hint?: string;
  /** Shown when the filters leave nothing, if one sentence is not enough. */
  nothingFound?: ReactNode;
  /** Shown between the table and its page links: the actions for the selected rows. */
  bulk?: ReactNode;
  /** Number of page links shown (PageLinks). */
  links?: number;
}

/**
 * The one list: saved views, search and filters in the address, columns that can be chosen, rows that stay current, the actions
 * for the selected ones, pages. A list has what it is given.
 */
export function ListTable<Row extends RaRecord>(props: ListTableProps<Row>) {
  const { list, values, onValues, views, noun, columnsKey, search, filters = NO_FILTERS } = props;
  const { columns: all, defaults = DEFAULT_PREFERENCES } = props;
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const [keepsRoom] = useState(() => views !== undefined && hadViews(views));
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useColumnPreferences(columnsKey, all, defaults);
  const { state, apply } = listState({ list, values, setValues: onValues, columns });
  const paginator = list.meta as Paginator | undefined;
  const ready = list.data !== undefined && !list.isPlaceholderData;
  useKeptScroll(list.resource, scroller, ready);
  const clear = () => onValues({});
  return (
    <>
      {views && (
        <Box sx={{ flex: 'none', minHeight: keepsRoom ? 36 : 0 }}>
          <ListViews list={views} state={state} filters={filters} onApply={apply} tools={tools} />
        </Box>
      )}
      {props.tabs}
      <FilterBar
        filters={filters}
        values={values}
        onChange={onValues}
        {...(search && { search: { label: `Buscar ${noun[1]}`, ...search } })}
      >
        {(columnsKey || props.tools) && (
          <>
            <span ref={setTools} />
            {props.tools}
            {columnsKey && (
              // A phone shows cards, which have no columns.
              <Box component="span" sx={{ display: { xs: 'none', sm: 'inline-flex' } }}>
                <ColumnChooser
                  columns={all}
                  preferences={columns.preferences}
                  defaults={defaults}
                  onChange={columns.change}
                />
              </Box>
            )}
          </>
        )}
      </FilterBar>
      {props.note}
      {props.live && <LiveNote {...props.live} />}
      <DataTable
        label={props.label ?? upperFirst(noun[1])}
        columns={columns.visible}
        chosen={columns.chosen}
        widths={columns.preferences.widths}
        onResize={columnsKey ? columns.resize : undefined}
        density={columns.density}
        rows={list.data ?? (NO_ROWS as Row[])}
        rowId={idOf}
        rowLink={props.rowLink}
        onOpen={props.onOpen}
        onRowKeyDown={props.onRowKeyDown}
        onRowFocus={props.onRowFocus}
        onEdit={props.onEdit}
        rowActions={props.rowActions}
        actionsWidth={props.actionsWidth}
        cardFacts={props.cardFacts}
        sort={{ field: list.sort.field, direction: list.sort.order }}
        onSort={({ field, direction }) => list.setSort({ field, order: direction })}
        selection={props.selection}
        loading={list.isPending || list.isPlaceholderData}
        answer={list}
        empty={
          Object.keys(values).length > 0
            ? (props.nothingFound ?? (
                <NothingFound
                  none={noneOf(noun)}
                  hint={props.hint}
                  term={list.filterValues.q}
                  onClear={clear}
                />
              ))
            : props.empty
        }
        rowCount={list.total}
        rowOffset={(list.page - 1) * list.perPage}
        maxHeight="100%"
        scroller={scroller}
      />
      {props.bulk}
      <PageLinks
        page={list.page}
        lastPage={lastPageOf(list)}
        perPage={list.perPage}
        total={list.total}
        more={paginator?.mais ?? false}
        links={props.links}
        onPage={list.setPage}
        onPerPage={list.setPerPage}
        noun={noun}
      />
    </>
  );
}

/** Nobody chooses a view or reads news before the rows are there. */
const ListViews = lazyWhenIdle(() => import('./views/ListViews.tsx'), 'ListViews');
const LiveNote = lazyWhenIdle(() => import('../live/ListLive.tsx'), 'ListLive');

const NO_ROWS: RaRecord[] = [];
const NO_FILTERS: readonly Filter[] = [];

/** Lists of the administration count with strings. */
const idOf = ({ id }: RaRecord) => Number(id);

const noneOf = ([one]: ListTableProps<RaRecord>['noun']) =>
  `${genderOf(one) === 'f' ? 'Nenhuma' : 'Nenhum'} ${one}`;

/** Lists of the administration answer with a total alone. */
const lastPageOf = ({ meta, total = 0, perPage }: ListControllerResult) =>
  (meta as Paginator | undefined)?.last_page ?? Math.max(1, Math.ceil(total / perPage));

import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import type { ListControllerResult, RaRecord } from 'ra-core';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ViewedList } from '#contract/config/savedViews.ts';
import { conditioned, MAX_IN_GROUPS } from '#contract/listSums.ts';
import type { Paginator } from '#contract/route.ts';
import { genderOf } from '#contract/rules/portugueseNouns.ts';
import { upperFirst } from '#contract/rules/text.ts';
import type { SummedList } from '#contract/summedLists.ts';
import { GROUPED_BY } from '#data/resources.ts';
import { currentInitialLoad } from '#data/session.ts';
import { ColumnChooser } from '../components/ColumnChooser/ColumnChooser.tsx';
import {
  type ColumnPreferences,
  DEFAULT_PREFERENCES,
  useColumnPreferences,
} from '../components/ColumnChooser/useColumnPreferences.ts';
import type { ColumnFacts } from '../components/DataTable/columns.ts';
import { DataTable } from '../components/DataTable/DataTable.tsx';
import { type DataTableProps, focusFirstRow } from '../components/DataTable/tableProps.ts';
import { FilterBar } from '../components/FilterBar/FilterBar.tsx';
import { type Filter, type FilterValues, listOf } from '../components/FilterBar/filters.ts';
import { PageLinks } from '../components/PageLinks/PageLinks.tsx';
import type { ListLive } from '../live/ListLive.tsx';
import { focusHeadingIfLost } from '../shell/focus.ts';
import { lazyScreen, lazyWhenIdle } from '../shell/loadLater.tsx';
import { useShortcuts } from '../shell/shortcuts/shortcuts.tsx';
import { ListSkeleton } from '../shell/states/skeletons.tsx';
import { useLabels } from '../words.ts';
import { type ContinuedList, NothingFound } from './list.tsx';
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
  /** The rows and their pages (useList). */
  list: ContinuedList<Row>;
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
  /** The list whose columns are summed and grouped; without it there are neither. */
  sums?: SummedList | undefined;
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
  /** As many rows as one act can be about, if they are fewer than the list goes on to by scrolling. */
  mostRows?: number;
  /** Number of page links shown (PageLinks). */
  links?: number;
}

/**
 * The one list: saved views, search and filters in the address, columns that can be chosen, rows that stay current, the actions
 * for the selected ones, pages. A list has what it is given.
 */
export function ListTable<Row extends RaRecord>(props: ListTableProps<Row>) {
  const { list, values, onValues, views, noun, columnsKey, search, sums } = props;
  const { columns: all, defaults = DEFAULT_PREFERENCES } = props;
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const [keepsRoom] = useState(() => views !== undefined && hadViews(views));
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useColumnPreferences(columnsKey, all, defaults);
  const groupedBy = sums ? String(list.filterValues[GROUPED_BY] ?? '') : '';
  const groupBy = (by: string) => onValues({ ...values, [GROUPED_BY]: by });
  const inGroups = listOf(values, 'no_grupo');
  const summed = columns.visible.filter(({ summed: isSummed }) => isSummed).length;
  useFocusAfterGrouping(groupedBy);
  useShortcuts(`Lista de ${noun[1]}`, [
    {
      keys: 'e',
      label: 'Mudar a célula da linha',
      enabled: !groupedBy && props.onEdit !== undefined && columns.visible.some(({ edit }) => edit),
      run: focusFirstRow,
    },
  ]);
  const filters = useWithConditions(useWithGroups(list, props.filters ?? NO_FILTERS, all), views);
  const { state, apply } = listState({
    list,
    values: groupedBy ? { ...values, [GROUPED_BY]: groupedBy } : values,
    setValues: (next) => onValues({ [GROUPED_BY]: '', ...next }),
    columns,
  });
  const paginator = list.meta as Paginator | undefined;
  const ready = list.data !== undefined && !list.isPlaceholderData;
  const { scrolling } = list;
  useKeptScroll(list.resource, scroller, ready);
  useStartOfPage(list.page, scroller);
  const clear = () => onValues({});
  const empty =
    Object.keys(values).length > 0
      ? (props.nothingFound ?? (
          <NothingFound none={noneOf(noun)} hint={props.hint} term={list.filterValues.q} onClear={clear} />
        ))
      : props.empty;
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
        {(columnsKey || props.tools || sums) && (
          <>
            <span ref={setTools} />
            {props.tools}
            {sums && (
              <GroupChooser list={sums} columns={columns.visible} value={groupedBy} onChange={groupBy} />
            )}
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
      {sums && groupedBy ? (
        <Suspense fallback={<ListSkeleton />}>
          <GroupTable
            sums={sums}
            list={list}
            columns={columns.visible}
            density={columns.density}
            noun={noun}
            empty={empty}
            onGroup={
              inGroups.length < MAX_IN_GROUPS
                ? (group) => onValues({ ...values, no_grupo: [...inGroups, group], [GROUPED_BY]: '' })
                : undefined
            }
            onRows={() => groupBy('')}
          />
        </Suspense>
      ) : (
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
          empty={empty}
          rowCount={list.total}
          rowOffset={(list.page - 1) * list.perPage}
          maxHeight="100%"
          scroller={scroller}
        />
      )}
      {summed > 0 && (
        // Its place is kept, so that nothing moves when the sums arrive. On a phone each has a row of its own.
        <Box sx={{ flex: 'none', minHeight: { xs: SUM_HEIGHT * summed, sm: SUM_HEIGHT } }}>
          <SumsFoot list={list} columns={columns.visible} noun={noun} grouped={groupedBy !== ''} />
        </Box>
      )}
      {!groupedBy && (
        <>
          {scrolling.isOn && (
            <Suspense>
              <MorePages list={list} lastPage={lastPageOf(list)} most={props.mostRows} scroller={scroller} />
            </Suspense>
          )}
          {props.bulk}
          <PageLinks
            page={list.page}
            pages={scrolling.pages}
            isLoading={scrolling.isGrowing}
            lastPage={lastPageOf(list)}
            perPage={list.perPage}
            total={list.total}
            more={paginator?.mais ?? false}
            links={props.links}
            onPage={list.setPage}
            onPerPage={(perPage) => {
              scrolling.change(false);
              list.setPerPage(perPage);
            }}
            scrolls={scrolling.isOn}
            // Lists of the administration are read page by page.
            onScrolling={
              paginator || scrolling.isOn
                ? () => {
                    scrolling.change(true);
                    list.setPerPage(SCROLLED_PAGE);
                  }
                : undefined
            }
            noun={noun}
          />
        </>
      )}
    </>
  );
}

/** Nobody chooses a view or reads news before the rows are there. */
const ListViews = lazyWhenIdle(() => import('./views/ListViews.tsx'), 'ListViews');
const LiveNote = lazyWhenIdle(() => import('../live/ListLive.tsx'), 'ListLive');

/** Sums and groups come after the rows. */
const GroupChooser = lazyWhenIdle(() => import('./sums/GroupChooser.tsx'), 'GroupChooser');
const SumsFoot = lazyWhenIdle(() => import('./sums/SumsFoot.tsx'), 'SumsFoot');
const MorePages = lazyScreen(() => import('./MorePages.tsx'), 'MorePages');
const GroupTable = lazyScreen(() => import('./sums/GroupTable.tsx'), 'GroupTable');

const SUM_HEIGHT = 28;
/** Rows that a list which goes on by scrolling requests at once. */
const SCROLLED_PAGE = 100;

/** What was pressed to come to the groups, or back to the rows, is gone with them. */
function useFocusAfterGrouping(groupedBy: string) {
  const before = useRef(groupedBy);
  useEffect(() => {
    if (before.current !== groupedBy) focusHeadingIfLost();
    before.current = groupedBy;
  }, [groupedBy]);
}

/** Another page is read from its first row. */
function useStartOfPage(page: number, scroller: RefObject<HTMLElement | null>) {
  const before = useRef(page);
  useEffect(() => {
    if (before.current !== page && scroller.current) scroller.current.scrollTop = 0;
    before.current = page;
  }, [page, scroller]);
}

/** The filters of the bar, with the groups that the list was filtered by, as long as there are any. */
function useWithGroups<Row extends RaRecord>(
  list: ListControllerResult<Row>,
  filters: readonly Filter[],
  given: readonly ColumnFacts[],
): readonly Filter[] {
  const client = useQueryClient();
  const columns = useLabels(given);
  const { resource, filterValues } = list;
  if (!filterValues.no_grupo) return filters;
  const options = {
    queryKey: [resource, 'grupos', filterValues],
    queryFn: async () =>
      (await import('./sums/groupNames.ts')).groupNames(client, { resource, filterValues }, columns),
  };
  return [...filters, { key: 'no_grupo', label: 'Grupo', kind: 'multiselect', options }];
}

/** The filters of the bar, with one for groups of conditions, which every list with views has; consumers have few rows, and need none. */
function useWithConditions(filters: readonly Filter[], list: ViewedList | undefined): readonly Filter[] {
  const client = useQueryClient();
  return useMemo(() => {
    if (!list || currentInitialLoad()?.colaborador.tipo === 'CONSUMIDOR_FINAL') return filters;
    const resolve = async (values: readonly string[]) =>
      (await import('../condition/listConditions.ts')).conditionWords(client, list, values);
    return [...filters, { key: 'condicao', label: LABEL, kind: 'condition', list, resolve }];
  }, [filters, list, client]);
}

const LABEL = conditioned.condicao.title ?? '';
const NO_ROWS: RaRecord[] = [];
const NO_FILTERS: readonly Filter[] = [];

/** Lists of the administration count with strings. */
const idOf = ({ id }: RaRecord) => Number(id);

const noneOf = ([one]: ListTableProps<RaRecord>['noun']) =>
  `${genderOf(one) === 'f' ? 'Nenhuma' : 'Nenhum'} ${one}`;

/** Lists of the administration answer with a total alone. */
const lastPageOf = ({ meta, total = 0, perPage }: ListControllerResult) =>
  (meta as Paginator | undefined)?.last_page ?? Math.max(1, Math.ceil(total / perPage));

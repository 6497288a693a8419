import Box from '@mui/material/Box';
import { ListContextProvider, type ListControllerResult, useListContext } from 'ra-core';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { Paginator } from '#contract/route.ts';
import type { TicketRow } from '#contract/sac/tickets.ts';
import { ticketWording } from '#data/session.ts';
import { type ListFields, NO_FIELDS } from '#src/custom/extraFields/FieldsOfList.tsx';
import { isOfCompany, isStaff } from '#src/custom/tickets/ticketLive.tsx';
import { ColumnChooser } from '#ui/components/ColumnChooser/ColumnChooser.tsx';
import { useColumnPreferences } from '#ui/components/ColumnChooser/useColumnPreferences.ts';
import { FittingTable, isOwnChoice } from '#ui/components/DataTable/FittingTable.tsx';
import { FilterBar } from '#ui/components/FilterBar/FilterBar.tsx';
import { PageLinks } from '#ui/components/PageLinks/PageLinks.tsx';
import { listCount, useList } from '#ui/lists/list.tsx';
import { useFilterValues } from '#ui/lists/useDropInvalidFilters.ts';
import { hadViews, listState } from '#ui/lists/views/viewContent.ts';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { useCan, usePersonalSearchHint } from '#ui/shell/usePerson.ts';
import { listPageOf, saveListPage, useKeptScroll, useRowPreview } from './list/listPlace.ts';
import { typedFilters, useTicketSelection } from './list/useTicketSelection.ts';
import { NoTickets, StatusTabs } from './StatusTabs.tsx';
import {
  columnDefaults,
  consumerColumns,
  outsideColumns,
  ticketColumns,
  ticketFilters,
} from './ticketTable.tsx';

/** `/tickets`: filters kept in the address and remembered, one tab per status, selectable columns. */
export function TicketList() {
  return (
    <RequirePermission permission="SAC_TICKETS">
      <List />
    </RequirePermission>
  );
}

function List() {
  const list = useList<TicketRow>('tickets', { field: 'dtCriacao', order: 'DESC' });
  return (
    <ListContextProvider value={list}>
      <Page
        title={isStaff() ? 'Tickets' : 'Suas solicitações'}
        count={listCount(list, [ticketWording('ticket'), ticketWording('tickets')])}
        fill
      >
        <TicketTable />
      </Page>
    </ListContextProvider>
  );
}

function TicketTable() {
  const hint = usePersonalSearchHint('Número, nota, CNPJ ou cliente', 'número, nota, CNPJ ou nome');
  const list = useListContext<TicketRow>();
  const { can } = useCan();
  const staff = isStaff();
  const [extra, setExtra] = useState<ListFields<TicketRow>>(NO_FIELDS);
  const filters = [
    ...ticketFilters({ staff, company: isOfCompany(), canSearchCustomers: can('SAC_CLIENTE_PESQUISAR') }),
    ...extra.filters,
  ];
  const own = !staff ? consumerColumns : isOfCompany() ? ticketColumns : outsideColumns;
  const all = useMemo(() => [...own, ...extra.columns], [own, extra]);
  const columns = useColumnPreferences('colunas-tickets', all, columnDefaults);
  const { values, setValues } = useFilterValues(list);
  const paginator = list.meta as Paginator | undefined;
  const rows = list.data ?? NO_ROWS;
  const box = useRef<HTMLDivElement>(null);
  const tools = useRef<HTMLSpanElement>(null);
  const selects = can('TICKETS_LOTE') || can('TICKETS_EXPORTAR');
  const selected = useTicketSelection(rows, values, list.total ?? 0);
  const preview = useRowPreview(rows, selects ? selected.table : undefined);
  const [keepsRoom] = useState(() => hadViews('tickets'));
  const ready = list.data !== undefined && !list.isPlaceholderData;
  const idle = useIdle(ready);
  useKeptScroll(box, ready);
  useKeptWalk(list);
  const { sort } = list;
  const { state, apply } = listState({ list, values, setValues, columns });
  const exportable = can('TICKETS_EXPORTAR');
  return (
    <>
      <Box sx={{ flex: 'none', minHeight: keepsRoom ? 36 : 0 }}>
        {idle && (
          <Suspense>
            <ListKeys mayExport={exportable} selects={selects} />
            <FieldsOfList entity="ticket" onFields={setExtra} />
            <ListViews list="tickets" state={state} filters={filters} onApply={apply} tools={tools.current} />
          </Suspense>
        )}
      </Box>
      <StatusTabs values={values} onChange={setValues} />
      <FilterBar
        filters={filters}
        values={values}
        onChange={setValues}
        search={{
          key: 'termo',
          label: ticketWording('Buscar tickets'),
          placeholder: staff ? hint : 'Número ou nota',
        }}
      >
        <span ref={tools} />
        {idle && exportable && (
          <Suspense>
            <ExportTickets selection={{ filtros: typedFilters(values) }} sort={sort} />
          </Suspense>
        )}
        {/* A phone shows cards, which have no columns. */}
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline-flex' } }}>
          <ColumnChooser
            columns={all}
            preferences={columns.preferences}
            defaults={columnDefaults}
            onChange={columns.change}
          />
        </Box>
      </FilterBar>
      {paginator?.mais && (
        <Suspense>
          <CutSearch />
        </Suspense>
      )}
      {idle && (
        <Suspense>
          <ListLive list="tickets" words={[ticketWording('ticket novo'), ticketWording('tickets novos')]} />
        </Suspense>
      )}
      <Box
        ref={box}
        onFocus={preview.onFocus}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <FittingTable
          label={ticketWording('Tickets')}
          columns={columns.visible}
          chosen={isOwnChoice(columns.preferences, columnDefaults)}
          widths={columns.preferences.widths}
          onResize={columns.resize}
          density={columns.density}
          rows={rows}
          rowId={rowId}
          rowLink={rowLink}
          sort={{ field: list.sort.field, direction: list.sort.order }}
          onSort={({ field, direction }) => list.setSort({ field, order: direction })}
          loading={list.isPending || list.isPlaceholderData}
          answer={list}
          empty={<NoTickets filtered={Object.keys(values).length > 0} onClear={() => setValues({})} />}
          rowCount={list.total}
          rowOffset={(list.page - 1) * list.perPage}
          maxHeight="100%"
          selection={selects ? selected.table : undefined}
          onRowKeyDown={preview.onRowKeyDown}
        />
      </Box>
      {selects && (idle || selected.count > 0) && (
        <Suspense>
          <BulkBar selected={selected} total={list.total ?? 0}>
            {exportable && <ExportTickets wordy selection={selected.wanted} sort={sort} />}
          </BulkBar>
        </Suspense>
      )}
      <PageLinks
        page={list.page}
        lastPage={paginator?.last_page ?? 1}
        perPage={list.perPage}
        total={list.total}
        more={paginator?.mais ?? false}
        onPage={list.setPage}
        onPerPage={list.setPerPage}
        noun={[ticketWording('ticket'), ticketWording('tickets')]}
      />
      {preview.id !== null && (
        <Suspense>
          <TicketPreview idTicket={preview.id} onClose={preview.close} />
        </Suspense>
      )}
    </>
  );
}

/** One shared chunk for the list's tools, which are not needed for viewing it. */
const loadTools = () => import('./list/ListTools.tsx');
const BulkBar = lazyScreen(async () => ({ BulkBar: (await loadTools()).BulkBar }), 'BulkBar');
const CutSearch = lazyScreen(async () => ({ CutSearch: (await loadTools()).CutSearch }), 'CutSearch');
const ExportTickets = lazyScreen(
  async () => ({ ExportTickets: (await loadTools()).ExportTickets }),
  'ExportTickets',
);
const FieldsOfList = lazyScreen(
  async () => ({ FieldsOfList: (await loadTools()).FieldsOfList }),
  'FieldsOfList',
);
const ListKeys = lazyScreen(async () => ({ ListKeys: (await loadTools()).ListKeys }), 'ListKeys');
const ListViews = lazyScreen(async () => ({ ListViews: (await loadTools()).ListViews }), 'ListViews');
const TicketPreview = lazyScreen(
  async () => ({ TicketPreview: (await loadTools()).TicketPreview }),
  'TicketPreview',
);

const ListLive = lazyScreen(() => import('#ui/live/ListLive.tsx'), 'ListLive');

const NO_ROWS: TicketRow[] = [];
const rowId = ({ id }: TicketRow) => id;
const rowLink = ({ id }: TicketRow) => `/tickets/${id}`;

/** True once the browser has become idle after `ready`; the time to load what may be needed next. */
function useIdle(ready: boolean): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (!ready || idle) return;
    // Safari has no idle callbacks.
    const later = window.requestIdleCallback ?? ((run: () => void) => window.setTimeout(run, 300));
    const handle = later(() => setIdle(true));
    return () => (window.cancelIdleCallback ?? window.clearTimeout)(handle);
  }, [ready, idle]);
  return idle;
}

/** Remembers the list, so that the ticket page can navigate through it. */
function useKeptWalk(list: ListControllerResult<TicketRow>): void {
  const { data, isPlaceholderData, meta, filterValues, sort, perPage } = list;
  useEffect(() => {
    if (!data || isPlaceholderData || !meta) return;
    const query = { ...filterValues, orderBy: sort.field, direction: sort.order, take: perPage };
    saveListPage(listPageOf(query, data, meta as Paginator));
  }, [data, isPlaceholderData, meta, filterValues, sort, perPage]);
}

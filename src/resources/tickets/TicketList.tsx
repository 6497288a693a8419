import { Suspense, useEffect, useMemo, useState } from 'react';
import type { Paginator } from '#contract/route.ts';
import type { TicketRow } from '#contract/sac/tickets.ts';
import { GROUPED_BY } from '#data/resources.ts';
import { ticketWording } from '#data/session.ts';
import { type ListFields, NO_FIELDS } from '#src/resources/extraFields/shared/FieldsOfList.tsx';
import { ListTable } from '#ui/lists/ListTable.tsx';
import { type ContinuedList, listCount, useList } from '#ui/lists/list.tsx';
import { useFilterValues } from '#ui/lists/useDropInvalidFilters.ts';
import { lazyScreen, lazyWhenIdle } from '#ui/shell/loadLater.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { useCan, usePersonalSearchHint } from '#ui/shell/usePerson.ts';
import type { OpenCell } from './list/CellEditor.tsx';
import { listPageOf, saveListPage, useRowPreview } from './list/listPlace.ts';
import { typedFilters, useTicketSelection } from './list/useTicketSelection.ts';
import { NoTickets, StatusTabs } from './StatusTabs.tsx';
import { isOfCompany, isStaff } from './shared/ticketReader.ts';
import {
  columnDefaults,
  consumerColumns,
  editableColumns,
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
    <Page title={isStaff() ? { menu: 'Tickets' } : 'Suas solicitações'} count={listCount(list, NOUN())} fill>
      <TicketTable list={list} />
    </Page>
  );
}

function TicketTable({ list }: { list: ContinuedList<TicketRow> }) {
  const hint = usePersonalSearchHint('Número, nota, CNPJ ou cliente', 'número, nota, CNPJ ou nome');
  const { can } = useCan();
  const staff = isStaff();
  const [extra, setExtra] = useState<ListFields<TicketRow>>(NO_FIELDS);
  const filters = [
    ...ticketFilters({ staff, company: isOfCompany(), canSearchCustomers: can('SAC_CLIENTE_PESQUISAR') }),
    ...extra.filters,
  ];
  const edits = can('TICKETS_RESPONDER_INTERNO');
  const inside = edits ? editableColumns : ticketColumns;
  const own = !staff ? consumerColumns : isOfCompany() ? inside : outsideColumns;
  const [cell, setCell] = useState<OpenCell | null>(null);
  const columns = useMemo(() => [...own, ...extra.columns], [own, extra]);
  const { values, setValues } = useFilterValues(list);
  const rows = list.data ?? NO_ROWS;
  const selects = can('TICKETS_LOTE') || can('TICKETS_EXPORTAR');
  const selected = useTicketSelection(rows, values, list.total ?? 0);
  const preview = useRowPreview(selects ? selected.table : undefined);
  useKeptWalk(list);
  const { sort } = list;
  const exportable = can('TICKETS_EXPORTAR');
  const [hasSelected, setHasSelected] = useState(false);
  if (selected.count > 0 && !hasSelected) setHasSelected(true);
  // Who selects does not wait for an idle moment, and is told if the part cannot be loaded.
  const Bar = hasSelected ? SelectedBar : BulkBar;
  return (
    <>
      <ListKeys mayExport={exportable} selects={selects} />
      <FieldsOfList entity="ticket" onFields={setExtra} />
      <ListTable
        list={list}
        values={values}
        onValues={setValues}
        views="tickets"
        sums="tickets"
        noun={NOUN()}
        columnsKey="colunas-tickets"
        columns={columns}
        defaults={columnDefaults}
        filters={filters}
        search={{ key: 'termo', placeholder: staff ? hint : 'Número ou nota' }}
        tabs={<StatusTabs values={values} onChange={setValues} />}
        tools={exportable && <ExportTickets selection={{ filtros: typedFilters(values) }} sort={sort} />}
        note={(list.meta as Paginator | undefined)?.mais && <CutSearch />}
        live={{ list: 'tickets', words: [ticketWording('ticket novo'), ticketWording('tickets novos')] }}
        rowLink={rowLink}
        onRowKeyDown={preview.onRowKeyDown}
        onRowFocus={preview.onRowFocus}
        onEdit={(ticket, column, element) => setCell({ ticket, column, element })}
        selection={selects ? selected.table : undefined}
        bulk={
          selects && (
            <Suspense>
              <Bar selected={selected} total={list.total ?? 0}>
                {exportable && <ExportTickets wordy selection={selected.wanted} sort={sort} />}
              </Bar>
            </Suspense>
          )
        }
        empty={<NoTickets />}
      />
      {cell && (
        <Suspense>
          <CellEditor {...cell} onClose={() => setCell(null)} />
        </Suspense>
      )}
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
const BulkBar = lazyWhenIdle(loadTools, 'BulkBar');
const SelectedBar = lazyScreen(loadTools, 'BulkBar');
const CutSearch = lazyWhenIdle(loadTools, 'CutSearch');
const ExportTickets = lazyWhenIdle(loadTools, 'ExportTickets');
const FieldsOfList = lazyWhenIdle(loadTools, 'FieldsOfList');
const ListKeys = lazyWhenIdle(loadTools, 'ListKeys');
const TicketPreview = lazyScreen(loadTools, 'TicketPreview');
const CellEditor = lazyScreen(() => import('./list/CellEditor.tsx'), 'CellEditor');

const NOUN = (): [string, string] => [ticketWording('ticket'), ticketWording('tickets')];
const NO_ROWS: TicketRow[] = [];
const rowLink = ({ id }: TicketRow) => `/tickets/${id}`;

/** Remembers the list, so that the ticket page can navigate through it. */
function useKeptWalk(list: ContinuedList<TicketRow>): void {
  const { data, isPlaceholderData, meta, filterValues, sort, perPage } = list;
  useEffect(() => {
    if (!data || isPlaceholderData || !meta) return;
    const { [GROUPED_BY]: _, ...filters } = filterValues;
    const query = { ...filters, orderBy: sort.field, direction: sort.order, take: perPage };
    saveListPage(listPageOf(query, data, meta as Paginator));
  }, [data, isPlaceholderData, meta, filterValues, sort, perPage]);
}

import Box from '@mui/material/Box';
import { ListContextProvider, useListContext, useListController } from 'ra-core';
import { useCallback } from 'react';
import type { Paginator } from '../../../contract/route.ts';
import type { TicketRow } from '../../../contract/sac/tickets.ts';
import { ColumnChooser } from '../../custom/components/ColumnChooser/ColumnChooser.tsx';
import { useColumnPreferences } from '../../custom/components/ColumnChooser/useColumnPreferences.ts';
import { countText } from '../../custom/components/countText.ts';
import { DataTable } from '../../custom/components/DataTable/DataTable.tsx';
import { FilterBar } from '../../custom/components/FilterBar/FilterBar.tsx';
import type { FilterValues } from '../../custom/components/FilterBar/filters.ts';
import { PageLinks } from '../../custom/components/PageLinks/PageLinks.tsx';
import { Guarded } from '../../custom/layout/Guarded.tsx';
import { Page } from '../../custom/layout/Page.tsx';
import { ErrorState } from '../../custom/layout/states/ErrorState.tsx';
import { useCan } from '../../custom/layout/useCan.ts';
import { currentLoad } from '../../dataProvider/session.ts';
import { NoTickets } from './NoTickets.tsx';
import { StatusTabs } from './StatusTabs.tsx';
import { columnDefaults, consumerColumns, ticketColumns } from './ticketColumns.tsx';
import { useTicketFilters } from './ticketFilters.ts';

const COUNT_CAP = 10_000;

/** `/tickets`: filters in the address and remembered, one tab a status, columns to choose. */
export function TicketList() {
  return (
    <Guarded permission="SAC_TICKETS">
      <List />
    </Guarded>
  );
}

function List() {
  const list = useListController<TicketRow>({
    resource: 'tickets',
    perPage: 25,
    sort: { field: 'dtCriacao', order: 'DESC' },
    debounce: 0,
  });
  const total = list.total ?? 0;
  return (
    <ListContextProvider value={list}>
      <Page
        title="Tickets"
        count={
          list.total === undefined
            ? null
            : `${countText(total, COUNT_CAP)} ${total === 1 ? 'ticket' : 'tickets'}`
        }
        fill
      >
        <TicketTable />
      </Page>
    </ListContextProvider>
  );
}

function TicketTable() {
  const list = useListContext<TicketRow>();
  const { can } = useCan();
  const staff = currentLoad()?.colaborador.tipo !== 'CONSUMIDOR_FINAL';
  const filters = useTicketFilters({ staff, canSearchCustomers: can('SAC_CLIENTE_PESQUISAR') });
  const all = staff ? ticketColumns : consumerColumns;
  const columns = useColumnPreferences('colunas-tickets', all, columnDefaults);
  const values = list.filterValues as FilterValues;
  const setValues = useCallback((next: FilterValues) => list.setFilters(next, undefined), [list.setFilters]);
  const paginator = list.meta as Paginator | undefined;
  return (
    <>
      <StatusTabs values={values} onChange={setValues} />
      <FilterBar
        filters={filters}
        values={values}
        onChange={setValues}
        search={{ key: 'termo', label: 'Buscar tickets', placeholder: 'Número, nota, CNPJ ou cliente' }}
      >
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
      <DataTable
        label="Tickets"
        columns={columns.visible}
        density={columns.density}
        rows={list.data ?? NO_ROWS}
        rowId={rowId}
        rowLink={rowLink}
        sort={{ field: list.sort.field, direction: list.sort.order }}
        onSort={({ field, direction }) => list.setSort({ field, order: direction })}
        loading={list.isPending || list.isPlaceholderData}
        error={list.error ? <ErrorState error={list.error} onRetry={() => list.refetch()} /> : undefined}
        empty={<NoTickets filtered={Object.keys(values).length > 0} onClear={() => setValues({})} />}
        rowCount={list.total}
        rowOffset={(list.page - 1) * list.perPage}
        maxHeight="100%"
      />
      <PageLinks
        page={list.page}
        lastPage={paginator?.last_page ?? 1}
        perPage={list.perPage}
        total={list.total}
        onPage={list.setPage}
        onPerPage={list.setPerPage}
        noun={['ticket', 'tickets']}
      />
    </>
  );
}

const NO_ROWS: TicketRow[] = [];
const rowId = ({ id }: TicketRow) => id;
const rowLink = ({ id }: TicketRow) => `/tickets/${id}`;

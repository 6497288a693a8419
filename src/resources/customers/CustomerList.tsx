import AddOutlined from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useListController } from 'ra-core';
import { type ComponentProps, useCallback, useMemo, useState } from 'react';
import type { Paginator } from '../../../contract/route.ts';
import type { CustomerRow } from '../../../contract/sac/customers.ts';
import { ColumnChooser } from '../../custom/components/ColumnChooser/ColumnChooser.tsx';
import { useColumnPreferences } from '../../custom/components/ColumnChooser/useColumnPreferences.ts';
import { countText } from '../../custom/components/countText.ts';
import { FittingTable } from '../../custom/components/DataTable/FittingTable.tsx';
import { isOwnChoice } from '../../custom/components/DataTable/fitting.ts';
import { FilterBar } from '../../custom/components/FilterBar/FilterBar.tsx';
import { type FilterValues, textsOf } from '../../custom/components/FilterBar/filters.ts';
import { PageLinks } from '../../custom/components/PageLinks/PageLinks.tsx';
import { FieldsOfList } from '../../custom/extraFields/FieldsOfList.tsx';
import { type ListFields, NO_FIELDS } from '../../custom/extraFields/listFields.ts';
import { Guarded } from '../../custom/layout/Guarded.tsx';
import { Page } from '../../custom/layout/Page.tsx';
import { EmptyState } from '../../custom/layout/states/EmptyState.tsx';
import { ErrorState } from '../../custom/layout/states/ErrorState.tsx';
import { useCan } from '../../custom/layout/useCan.ts';
import { ListViews } from '../../custom/lists/views/ListViews.tsx';
import { hadViews } from '../../custom/lists/views/viewsRoom.ts';
import { useRegistration } from '../../custom/registration/index.ts';
import { CustomerBulkBar } from './bulk/CustomerBulkBar.tsx';
import { useCustomerSelection } from './bulk/useCustomerSelection.ts';
import { customerColumns, customerDefaults } from './customerColumns.tsx';
import { ExportCustomers } from './ExportCustomers.tsx';
import { useCustomerFilters } from './useCustomerFilters.ts';

const COUNT_CAP = 10_000;

/** `/clientes`: search, filters in the address and remembered, own views, columns to choose. */
export function CustomerList() {
  const { can } = useCan();
  // The same list stands in both areas: whoever only sells reads it under theirs.
  const selling = !can('SAC_CLIENTE_PESQUISAR') && can('CLIENTE');
  return (
    <Guarded permission={selling ? 'CLIENTE' : 'SAC_CLIENTE_PESQUISAR'}>
      <List resource={selling ? 'clientes-callcenter' : 'clientes'} />
    </Guarded>
  );
}

function List({ resource }: { resource: string }) {
  const list = useListController<CustomerRow>({
    resource,
    perPage: 25,
    sort: { field: 'fant', order: 'ASC' },
    debounce: 0,
  });
  const total = list.total ?? 0;
  return (
    <Page
      title="Clientes"
      count={
        list.total === undefined
          ? null
          : `${countText(total, COUNT_CAP)} ${total === 1 ? 'cliente' : 'clientes'}`
      }
      actions={<RegisterButton />}
      fill
    >
      <Table list={list} />
    </Page>
  );
}

function RegisterButton() {
  const { mayRegister, register } = useRegistration();
  if (!mayRegister) return null;
  return (
    <Button variant="contained" startIcon={<AddOutlined />} onClick={() => register()}>
      Cadastrar cliente
    </Button>
  );
}

function Table({ list }: { list: ReturnType<typeof useListController<CustomerRow>> }) {
  const { can } = useCan();
  const [extra, setExtra] = useState<ListFields<CustomerRow>>(NO_FIELDS);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const [keepsRoom] = useState(() => hadViews('clientes'));
  const own = useCustomerFilters();
  const filters = [...own, ...extra.filters];
  const all = useMemo(() => [...customerColumns, ...extra.columns], [extra]);
  const columns = useColumnPreferences('colunas-clientes', all, customerDefaults);
  const values = useMemo(() => textsOf(list.filterValues), [list.filterValues]);
  const setValues = useCallback((next: FilterValues) => list.setFilters(next, undefined), [list.setFilters]);
  const rows = list.data ?? NO_ROWS;
  const selected = useCustomerSelection(rows, values, list.total ?? 0);
  const sort = { field: list.sort.field, order: list.sort.order };
  const apply: ComponentProps<typeof ListViews>['onApply'] = (next) => {
    if (next.values) setValues(next.values);
    if (next.sort) list.setSort({ field: next.sort.field, order: next.sort.order as 'ASC' | 'DESC' });
    if (next.perPage) list.setPerPage(next.perPage);
    if (next.columns) columns.change(next.columns);
  };
  return (
    <>
      <FieldsOfList entity="cliente" onFields={setExtra} />
      <Box sx={{ flex: 'none', minHeight: keepsRoom ? 36 : 0 }}>
        <ListViews
          list="clientes"
          state={{ values, sort, perPage: list.perPage, columns: columns.preferences }}
          onApply={apply}
          tools={tools}
        />
      </Box>
      <FilterBar
        filters={filters}
        values={values}
        onChange={setValues}
        search={{ key: 'q', label: 'Buscar clientes', placeholder: 'Código, nome, CNPJ ou CPF' }}
      >
        <span ref={setTools} />
        {can('SAC_CLIENTE_EXPORTAR') && <ExportCustomers values={values} sort={sort} />}
        {/* A phone shows cards, which have no columns. */}
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline-flex' } }}>
          <ColumnChooser
            columns={all}
            preferences={columns.preferences}
            defaults={customerDefaults}
            onChange={columns.change}
          />
        </Box>
      </FilterBar>
      <FittingTable
        label="Clientes"
        columns={columns.visible}
        chosen={isOwnChoice(columns.preferences, customerDefaults)}
        density={columns.density}
        rows={rows}
        rowId={rowId}
        rowLink={rowLink}
        sort={{ field: list.sort.field, direction: list.sort.order }}
        onSort={({ field, direction }) => list.setSort({ field, order: direction })}
        loading={list.isPending || list.isPlaceholderData}
        error={list.error ? <ErrorState error={list.error} onRetry={() => list.refetch()} /> : undefined}
        empty={<NoCustomers filtered={Object.keys(values).length > 0} onClear={() => setValues({})} />}
        rowCount={list.total}
        rowOffset={(list.page - 1) * list.perPage}
        maxHeight="100%"
        selection={can('CLIENTE_EDITAR') ? selected.table : undefined}
      />
      <CustomerBulkBar selected={selected} total={list.total ?? 0} />
      <PageLinks
        page={list.page}
        lastPage={(list.meta as Paginator | undefined)?.last_page ?? 1}
        perPage={list.perPage}
        total={list.total}
        onPage={list.setPage}
        onPerPage={list.setPerPage}
        noun={['cliente', 'clientes']}
      />
    </>
  );
}

function NoCustomers({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <EmptyState
      title="Nenhum cliente encontrado"
      text="Tire um filtro, ou procure por código, nome ou documento."
      actions={<Button onClick={onClear}>Limpar filtros</Button>}
    />
  ) : (
    <EmptyState title="Ainda não há clientes" text="Os clientes das suas filiais aparecem aqui." />
  );
}

const NO_ROWS: CustomerRow[] = [];
const rowId = ({ id }: CustomerRow) => id;
const rowLink = ({ id }: CustomerRow) => `/clientes/${id}`;

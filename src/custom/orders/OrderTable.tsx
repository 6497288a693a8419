import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { useListController } from 'ra-core';
import { type ComponentProps, Suspense, useCallback, useMemo, useState } from 'react';
import type { OrderRow, OrderSort } from '../../../contract/callcenter/orderRow.ts';
import { orderRoutes } from '../../../contract/callcenter/orders.ts';
import { quoteRoutes } from '../../../contract/callcenter/quotes.ts';
import type { Paginator } from '../../../contract/route.ts';
import { downloadProgress } from '../../dataProvider/downloadProgress.ts';
import { ColumnChooser } from '../components/ColumnChooser/ColumnChooser.tsx';
import { useColumnPreferences } from '../components/ColumnChooser/useColumnPreferences.ts';
import { FittingTable } from '../components/DataTable/FittingTable.tsx';
import { isOwnChoice } from '../components/DataTable/fitting.ts';
import { FilterBar } from '../components/FilterBar/FilterBar.tsx';
import { type FilterValues, textsOf } from '../components/FilterBar/filters.ts';
import { PageLinks } from '../components/PageLinks/PageLinks.tsx';
import { lazyScreen } from '../layout/lazyScreen.ts';
import { EmptyState } from '../layout/states/EmptyState.tsx';
import { ErrorState } from '../layout/states/ErrorState.tsx';
import { ExportButton } from '../lists/ExportButton.tsx';
import { ListViews } from '../lists/views/ListViews.tsx';
import { hadViews } from '../lists/views/viewsRoom.ts';
import { orderColumns, orderDefaults } from './orderColumns.tsx';
import { typedFilters } from './orderFilterBody.ts';
import { useOrderFilters } from './useOrderFilters.ts';

const OrderDialog = lazyScreen(() => import('./OrderDialog.tsx'), 'OrderDialog');

interface OrderTableProps {
  kind: 'ORCAMENTO' | 'PEDIDO';
  list: ReturnType<typeof useListController<OrderRow>>;
  /** Whose views are kept; own orders have none. */
  views?: 'orcamentos' | 'pedidos';
}

/** Quotes or orders: search, filters in the address, views, columns, export; a row opens the read-only view. */
export function OrderTable({ kind, list, views }: OrderTableProps) {
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const [opened, setOpened] = useState<number | null>(null);
  const [keepsRoom] = useState(() => views !== undefined && hadViews(views));
  const filters = useOrderFilters(kind);
  const columns = useColumnPreferences(`colunas-${views ?? 'meus-pedidos'}`, orderColumns, orderDefaults);
  const values = useMemo(() => textsOf(list.filterValues), [list.filterValues]);
  const setValues = useCallback((next: FilterValues) => list.setFilters(next, undefined), [list.setFilters]);
  const open = useCallback(({ id }: OrderRow) => setOpened(id), []);
  const sort = { field: list.sort.field, order: list.sort.order };
  const apply: ComponentProps<typeof ListViews>['onApply'] = (next) => {
    if (next.values) setValues(next.values);
    if (next.sort) list.setSort({ field: next.sort.field, order: next.sort.order as 'ASC' | 'DESC' });
    if (next.perPage) list.setPerPage(next.perPage);
    if (next.columns) columns.change(next.columns);
  };
  const name = NAMES[kind];
  return (
    <>
      {views && (
        <Box sx={{ flex: 'none', minHeight: keepsRoom ? 36 : 0 }}>
          <ListViews
            list={views}
            state={{ values, sort, perPage: list.perPage, columns: columns.preferences }}
            onApply={apply}
            tools={tools}
          />
        </Box>
      )}
      <FilterBar
        filters={filters}
        values={values}
        onChange={setValues}
        search={{
          key: 'q',
          label: `Buscar ${name.many}`,
          placeholder: 'Número, cliente ou ordem de compra',
        }}
      >
        <span ref={setTools} />
        {views && <Export kind={kind} values={values} sort={sort} />}
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline-flex' } }}>
          <ColumnChooser
            columns={orderColumns}
            preferences={columns.preferences}
            defaults={orderDefaults}
            onChange={columns.change}
          />
        </Box>
      </FilterBar>
      <FittingTable
        label={name.title}
        columns={columns.visible}
        chosen={isOwnChoice(columns.preferences, orderDefaults)}
        density={columns.density}
        rows={list.data ?? NO_ROWS}
        rowId={rowId}
        onOpen={open}
        sort={{ field: list.sort.field, direction: list.sort.order }}
        onSort={({ field, direction }) => list.setSort({ field, order: direction })}
        loading={list.isPending || list.isPlaceholderData}
        error={list.error ? <ErrorState error={list.error} onRetry={() => list.refetch()} /> : undefined}
        empty={
          <Nothing kind={kind} filtered={Object.keys(values).length > 0} onClear={() => setValues({})} />
        }
        rowCount={list.total}
        rowOffset={(list.page - 1) * list.perPage}
        maxHeight="100%"
      />
      <PageLinks
        page={list.page}
        lastPage={(list.meta as Paginator | undefined)?.last_page ?? 1}
        perPage={list.perPage}
        total={list.total}
        onPage={list.setPage}
        onPerPage={list.setPerPage}
        links={3}
        noun={[name.one, name.many]}
      />
      <Suspense>
        {opened !== null && (
          <OrderDialog
            kind={kind}
            id={opened}
            onClose={() => setOpened(null)}
            onChanged={() => list.refetch()}
          />
        )}
      </Suspense>
    </>
  );
}

function Export({
  kind,
  values,
  sort,
}: {
  kind: OrderTableProps['kind'];
  values: FilterValues;
  sort: { field: string; order: string };
}) {
  const route = kind === 'PEDIDO' ? orderRoutes.exportFile : quoteRoutes.exportFile;
  return (
    <ExportButton
      download={(formato, options) =>
        downloadProgress(
          route,
          {
            body: {
              filtros: typedFilters(values),
              formato,
              orderBy: sort.field as OrderSort,
              direction: sort.order === 'ASC' ? 'ASC' : 'DESC',
            },
          },
          { name: `${NAMES[kind].file}.${formato}`, ...options },
        )
      }
    />
  );
}

interface NothingProps {
  kind: OrderTableProps['kind'];
  filtered: boolean;
  onClear: () => void;
}

function Nothing({ kind, filtered, onClear }: NothingProps) {
  const { one, many } = NAMES[kind];
  return filtered ? (
    <EmptyState
      title={`Nenhum ${one} encontrado`}
      text="Tire um filtro, ou procure por número, cliente ou ordem de compra."
      actions={<Button onClick={onClear}>Limpar filtros</Button>}
    />
  ) : (
    <EmptyState title={`Ainda não há ${many}`} text={`Os ${many} das suas filiais aparecem aqui.`} />
  );
}

const NAMES = {
  ORCAMENTO: { one: 'orçamento', many: 'orçamentos', title: 'Orçamentos', file: 'orcamentos' },
  PEDIDO: { one: 'pedido', many: 'pedidos', title: 'Pedidos', file: 'pedidos' },
} as const;
const NO_ROWS: OrderRow[] = [];
const rowId = ({ id }: OrderRow) => id;

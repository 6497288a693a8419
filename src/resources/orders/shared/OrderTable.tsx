import { Suspense, useCallback, useState } from 'react';
import type { OrderRow, OrderSort } from '#contract/callcenter/orders/orderRow.ts';
import { orderRoutes } from '#contract/callcenter/orders/orders.ts';
import { quoteRoutes } from '#contract/callcenter/quotes/quotes.ts';
import { paymentLinkStatus } from '#contract/catalogs/orderStatus.ts';
import { lookupRoutes } from '#contract/sac/lookups.ts';
import type { CallInput } from '#data/call.ts';
import { downloadProgress } from '#data/fileTransfer.ts';
import { currentInitialLoad } from '#data/session.ts';
import { seesOthersAgendas } from '#src/resources/agendas/shared/agendaTexts.tsx';
import { sellerOptions } from '#src/resources/people/shared/salespeople.ts';
import { type Filter, type FilterValues, laterOptions } from '#ui/components/FilterBar/filters.ts';
import { ExportButton } from '#ui/lists/ExportButton.tsx';
import { period, someOf } from '#ui/lists/filterKinds.ts';
import { ListTable } from '#ui/lists/ListTable.tsx';
import type { ContinuedList } from '#ui/lists/list.tsx';
import { useFilterValues } from '#ui/lists/useDropInvalidFilters.ts';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { orderColumns, orderDefaults, ownOrderStatuses } from './orderColumns.tsx';

const OrderDialog = lazyScreen(() => import('./OrderDialog.tsx'), 'OrderDialog');

interface OrderTableProps {
  kind: 'ORCAMENTO' | 'PEDIDO';
  list: ContinuedList<OrderRow>;
  /** The list whose saved views are used; a person's own orders have none. */
  views?: 'orcamentos' | 'pedidos';
}

/** Quotes or orders: search, filters in the address, views, columns, export; a row opens the read-only view. */
export function OrderTable({ kind, list, views }: OrderTableProps) {
  const [opened, setOpened] = useState<number | null>(null);
  const filters = orderFilters(kind);
  const { values, setValues } = useFilterValues(list);
  const open = useCallback(({ id }: OrderRow) => setOpened(id), []);
  const name = NAMES[kind];
  return (
    <>
      <ListTable
        list={list}
        values={values}
        onValues={setValues}
        views={views}
        sums={kind === 'PEDIDO' ? 'pedidos' : 'orcamentos'}
        noun={[name.one, name.many]}
        columnsKey={`colunas-${views ?? 'meus-pedidos'}`}
        columns={orderColumns}
        defaults={orderDefaults}
        filters={filters}
        search={{
          key: 'q',
          placeholder: 'Número, cliente ou ordem de compra',
        }}
        tools={views && <Export kind={kind} values={values} sort={list.sort} />}
        onOpen={open}
        hint="número, cliente ou ordem de compra"
        empty={
          <EmptyState
            title={`Ainda não há ${name.many}`}
            text={`Os ${name.many} das suas filiais aparecem aqui.`}
          />
        }
        links={3}
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

const NAMES = {
  ORCAMENTO: { one: 'orçamento', many: 'orçamentos', file: 'orcamentos' },
  PEDIDO: { one: 'pedido', many: 'pedidos', file: 'pedidos' },
} as const;

type Filters = NonNullable<CallInput<typeof quoteRoutes.exportFile>['body']['filtros']>;

const NUMBERS = ['filial', 'idColab'];

const LISTS = ['st', 'link', 'canal', 'no_grupo'];

/** Converts the address's filters, which are strings, to the types of the request body. */
const typedFilters = (values: FilterValues): Filters =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value.length > 0)
      .map(([key, value]) => {
        if (NUMBERS.includes(key)) return [key, [value].flat().map(Number)];
        if (LISTS.includes(key)) return [key, [value].flat()];
        return [key, key === 'idCli' ? Number(value) : value];
      }),
  );

const QUOTE_STATUSES = ['COTACAO', 'ORCAMENTO_ANALISE', 'ATIVO', 'VENCIDO', 'PERDIDO'];

/** The filters of a list of quotes or orders. Only those who lead may filter by other sellers. */
function orderFilters(kind: 'ORCAMENTO' | 'PEDIDO'): Filter[] {
  const leads = seesOthersAgendas();
  const isQuote = (value: string) => QUOTE_STATUSES.includes(value);
  return [
    someOf(
      'st',
      'Situação',
      ownOrderStatuses().filter(({ value }) => isQuote(value) === (kind === 'ORCAMENTO')),
      { pinned: true },
    ),
    period('Incluído', { pinned: true }),
    someOf(
      'filial',
      'Emitente',
      laterOptions('filial', lookupRoutes.branches, {}, (branches) =>
        branches.map(({ idFil, fant }) => ({ value: `${idFil}`, label: fant })),
      ),
    ),
    ...(leads
      ? ([someOf('idColab', 'Vendedor', sellerOptions('idColab'))] as const)
      : ([
          // For anyone else the server returns only their own rows, whichever seller is named.
          someOf('idColab', 'Vendedor', [{ value: `${currentInitialLoad()?.colaborador.id}`, label: 'Eu' }]),
        ] as const)),
    ...(kind === 'PEDIDO' ? ([someOf('link', 'Link de pagamento', paymentLinkStatus)] as const) : []),
    someOf('canal', 'Canal', [
      { value: 'CALLCENTER', label: 'Call-center' },
      { value: 'B2B', label: 'Loja (B2B)' },
      { value: 'FV', label: 'Força de vendas' },
      { value: 'ERP', label: 'ERP' },
    ]),
  ];
}

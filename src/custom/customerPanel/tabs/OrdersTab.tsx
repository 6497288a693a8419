import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import type { OrderRow } from '#contract/callcenter/orders/orderRow.ts';
import { orderRoutes } from '#contract/callcenter/orders/orders.ts';
import { quoteRoutes } from '#contract/callcenter/quotes/quotes.ts';
import type { Paginator } from '#contract/route.ts';
import { ownToday } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { ownOrderStatuses, panelColumns } from '#src/resources/orders/shared/orderColumns.tsx';
import { PastOrders } from '#src/resources/orders/shared/PastOrders.tsx';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { PeriodFields } from '#ui/components/inputs/DateField.tsx';
import { AnswerPages } from '#ui/components/PageLinks/PageLinks.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import type { PanelTabProps } from '../panelTabProps.ts';
import { WiderPeriod } from '../TabParts.tsx';

/** The customer's Pedidos, initially those of today, newest first (document 001 section 2). */
export function OrdersTab({ idCli, item, onItem }: PanelTabProps) {
  const [range, setRange] = useState(ofToday);
  const [status, setStatus] = useState('');
  const [page, setPage] = useState(1);
  const answer = useRoute(
    orderRoutes.ofCustomer,
    {
      params: { idCli },
      query: { ...range, page, take: 10, orderBy: 'dtHorInc', direction: 'DESC', ...(status && { status }) },
    },
    { placeholderData: keepPreviousData },
  );
  const change = (part: Partial<typeof range>) => {
    setRange((before) => ({ ...before, ...part }));
    setPage(1);
  };
  return (
    <>
      <PeriodFields from={range.dtIni} to={range.dtFim} onChange={(dtIni, dtFim) => change({ dtIni, dtFim })}>
        <ChoiceField
          label="Situação"
          value={status}
          onChange={(next) => {
            setStatus(next ?? '');
            setPage(1);
          }}
          choices={ownOrderStatuses().filter(isOfOrders)}
          none="Todas"
        />
      </PeriodFields>
      <CustomerOrders
        kind="PEDIDO"
        answer={answer}
        page={page}
        onPage={setPage}
        emptyText="Nenhum pedido deste cliente nestes dias."
        emptyActions={<WiderPeriod from={range.dtIni} onFrom={(dtIni) => change({ dtIni })} />}
        item={item}
        onItem={onItem}
      />
      <PastOrders idCli={idCli} />
    </>
  );
}

const OF_QUOTES = ['COTACAO', 'ORCAMENTO_ANALISE', 'ATIVO', 'VENCIDO', 'PERDIDO'];

const isOfOrders = ({ value }: { value: string }) => !OF_QUOTES.includes(value);

function ofToday() {
  const day = ownToday();
  return { dtIni: day, dtFim: day };
}

/** The customer's Orçamentos, newest first. */
export function QuotesTab({ idCli, item, onItem }: PanelTabProps) {
  const [page, setPage] = useState(1);
  const answer = useRoute(
    quoteRoutes.ofCustomer,
    { params: { idCli }, query: { page, take: 10 } },
    { placeholderData: keepPreviousData },
  );
  return (
    <CustomerOrders
      kind="ORCAMENTO"
      answer={answer}
      page={page}
      onPage={setPage}
      emptyText="Os orçamentos feitos para este cliente aparecem aqui."
      item={item}
      onItem={onItem}
    />
  );
}

const OrderDialog = lazyScreen(() => import('#src/resources/orders/shared/OrderDialog.tsx'), 'OrderDialog');

interface CustomerOrdersProps {
  kind: 'ORCAMENTO' | 'PEDIDO';
  answer: {
    data: { itens: OrderRow[]; paginator: Paginator } | undefined;
    error: unknown;
    isPending: boolean;
    refetch: () => unknown;
  };
  page: number;
  onPage: (page: number) => void;
  /** Why the list may be empty. */
  emptyText: string;
  /** Actions that lead to where the rows may be. */
  emptyActions?: ReactNode;
  item: number | null;
  onItem: (id: number | null) => void;
}

/** The quotes or orders of one customer; shared by both tabs of the panel. */
function CustomerOrders({ kind, answer, page, onPage, item, onItem, ...props }: CustomerOrdersProps) {
  const { data, error, isPending, refetch } = answer;
  const open = useCallback(({ id }: OrderRow) => onItem(id), [onItem]);
  const paginator = data?.paginator;
  return (
    <>
      <DataTable
        label={kind === 'PEDIDO' ? 'Pedidos do cliente' : 'Orçamentos do cliente'}
        columns={panelColumns}
        rows={data?.itens ?? NO_ROWS}
        rowId={rowId}
        onOpen={open}
        loading={isPending}
        answer={{ data, error, refetch }}
        empty={
          <EmptyState
            title="Nenhum registro encontrado"
            text={props.emptyText}
            actions={props.emptyActions}
          />
        }
        rowCount={paginator?.total}
      />
      {paginator && paginator.total > 0 && (
        <AnswerPages
          page={page}
          paginator={paginator}
          onPage={onPage}
          noun={kind === 'PEDIDO' ? ['pedido', 'pedidos'] : ['orçamento', 'orçamentos']}
        />
      )}
      <Suspense>
        {item !== null && (
          <OrderDialog kind={kind} id={item} onClose={() => onItem(null)} onChanged={() => void refetch()} />
        )}
      </Suspense>
    </>
  );
}

const NO_ROWS: OrderRow[] = [];

const rowId = ({ id }: OrderRow) => id;

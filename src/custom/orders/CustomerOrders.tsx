import { type ReactNode, Suspense, useCallback } from 'react';
import type { OrderRow } from '../../../contract/callcenter/orderRow.ts';
import type { Paginator } from '../../../contract/route.ts';
import { FittingTable } from '../../ui/components/DataTable/FittingTable.tsx';
import { PageLinks } from '../../ui/components/PageLinks/PageLinks.tsx';
import { lazyScreen } from '../../ui/shell/lazyScreen.ts';
import { EmptyState, ErrorState } from '../../ui/shell/states/StateMessage.tsx';
import { panelColumns } from './orderColumns.tsx';

const OrderDialog = lazyScreen(() => import('./OrderDialog.tsx'), 'OrderDialog');

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
  /** Why nothing may be here. */
  emptyText: string;
  /** Where they may be. */
  emptyActions?: ReactNode;
  item: number | null;
  onItem: (id: number | null) => void;
}

/** Quotes or orders of one customer: what both tabs of the panel share. */
export function CustomerOrders({ kind, answer, page, onPage, item, onItem, ...props }: CustomerOrdersProps) {
  const { data, error, isPending, refetch } = answer;
  const open = useCallback(({ id }: OrderRow) => onItem(id), [onItem]);
  const paginator = data?.paginator;
  return (
    <>
      <FittingTable
        label={kind === 'PEDIDO' ? 'Pedidos do cliente' : 'Orçamentos do cliente'}
        columns={panelColumns}
        rows={data?.itens ?? NO_ROWS}
        rowId={rowId}
        onOpen={open}
        loading={isPending}
        error={error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : undefined}
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
        <PageLinks
          page={page}
          lastPage={paginator.last_page}
          perPage={paginator.per_page}
          total={paginator.total}
          onPage={onPage}
          links={3}
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

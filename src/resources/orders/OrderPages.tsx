import { useNavigate } from 'react-router-dom';
import type { OrderRow } from '#contract/callcenter/orders/orderRow.ts';
import { listCount, useList } from '#ui/lists/list.tsx';
import { useRecordId } from '#ui/shell/LoadedPage.tsx';
import { Page, type PageTitle } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { PageSkeleton } from '#ui/shell/states/skeletons.tsx';
import { OrderActions } from './shared/OrderActions.tsx';
import { OrderContent } from './shared/OrderContent.tsx';
import { OrderTable } from './shared/OrderTable.tsx';
import { OrderStatusChip } from './shared/orderColumns.tsx';
import { useOrder } from './shared/useOrder.ts';

/** `/pedidos`: all orders, newest first. */
export function OrderList() {
  return (
    <RequirePermission permission="PEDIDO">
      <List resource="pedidos" title={{ menu: 'Pedidos' }} views="pedidos" />
    </RequirePermission>
  );
}

/** `/meus-pedidos`: the person's own orders, newest first. */
export function MyOrderList() {
  return (
    <RequirePermission permission="PEDIDO_OPERADOR">
      <List resource="meus-pedidos" title={{ menu: 'Meus Pedidos' }} />
    </RequirePermission>
  );
}

interface ListProps {
  resource: string;
  title: PageTitle;
  views?: 'pedidos';
}

function List({ resource, title, views }: ListProps) {
  const list = useList<OrderRow>(resource, { field: 'dtHorInc', order: 'DESC' });
  return (
    <Page title={title} count={listCount(list, ['pedido', 'pedidos'])} fill>
      <OrderTable kind="PEDIDO" list={list} {...(views && { views })} />
    </Page>
  );
}

/** `/pedidos/{id}`: an order as a page of its own, so that it can be shared as a link. */
export function OrderPage() {
  return (
    <RequirePermission permission="PEDIDO">
      <One />
    </RequirePermission>
  );
}

function One() {
  const id = Number(useRecordId());
  const navigate = useNavigate();
  const { view, answer, refresh } = useOrder(id);
  if (answer.isPending) return <PageSkeleton />;
  const title = view && !view.isPedido ? `Orçamento #${id}` : `Pedido #${id}`;
  return (
    <Page
      title={title}
      aside={view && <OrderStatusChip value={view.st} />}
      {...(view && { branch: view.emitente.id })}
      actions={
        view && (
          <OrderActions
            view={view}
            onChanged={refresh}
            onGone={() => navigate('/pedidos', { replace: true })}
          />
        )
      }
      width="form"
    >
      <Failure answer={answer} />
      {view && <OrderContent view={view} />}
    </Page>
  );
}

import type { OrderRow } from '../../../contract/callcenter/orders/orderRow.ts';
import { RequirePermission } from '../../custom/console/RequirePermission.tsx';
import { OrderTable } from '../../custom/orders/OrderTable.tsx';
import { listCount, useList } from '../../ui/lists/list.tsx';
import { Page } from '../../ui/shell/Page.tsx';

/** `/pedidos`: all orders, newest first. */
export function OrderList() {
  return (
    <RequirePermission permission="PEDIDO">
      <List resource="pedidos" title="Pedidos" views="pedidos" />
    </RequirePermission>
  );
}

/** `/meus-pedidos`: the person's own orders, newest first. */
export function MyOrderList() {
  return (
    <RequirePermission permission="PEDIDO_OPERADOR">
      <List resource="meus-pedidos" title="Meus Pedidos" />
    </RequirePermission>
  );
}

interface ListProps {
  resource: string;
  title: string;
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

import { useListController } from 'ra-core';
import type { OrderRow } from '../../../contract/callcenter/orders/orderRow.ts';
import { DISPLAY_CAP, formatCount } from '../../../contract/rules/format.ts';
import { RequirePermission } from '../../custom/console/RequirePermission.tsx';
import { OrderTable } from '../../custom/orders/OrderTable.tsx';
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
  const list = useListController<OrderRow>({
    resource,
    perPage: 25,
    sort: { field: 'dtHorInc', order: 'DESC' },
    debounce: 0,
  });
  const total = list.total ?? 0;
  return (
    <Page
      title={title}
      count={list.total === undefined ? null : formatCount(total, 'pedido', 'pedidos', DISPLAY_CAP)}
      fill
    >
      <OrderTable kind="PEDIDO" list={list} {...(views && { views })} />
    </Page>
  );
}

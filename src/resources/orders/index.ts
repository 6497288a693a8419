/** Orders: all of them, the person's own, and one. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const orders = {
  name: 'pedidos',
  list: lazyScreen(() => import('./OrderPages.tsx'), 'OrderList'),
  edit: lazyScreen(() => import('./OrderPages.tsx'), 'OrderPage'),
};

export const MyOrderList = lazyScreen(() => import('./OrderPages.tsx'), 'MyOrderList');

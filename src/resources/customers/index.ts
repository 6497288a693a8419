/** Customers: the list, and the panel or the record of one. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const CustomerPage = lazyScreen(() => import('./CustomerPage.tsx'), 'CustomerPage');

export const customers = {
  name: 'clientes',
  list: lazyScreen(() => import('./CustomerList.tsx'), 'CustomerList'),
  edit: CustomerPage,
};

/** Customers: the list, who has a number, and which may be the same. Their page, `src/custom/customerPanel`, joins what other nouns know of one. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const customers = {
  name: 'clientes',
  list: lazyScreen(() => import('./CustomerList.tsx'), 'CustomerList'),
};

export const CallerPage = lazyScreen(() => import('./CallerPage.tsx'), 'CallerPage');
export const DoublesPage = lazyScreen(() => import('./doubles/DoublesPage.tsx'), 'DoublesPage');

/** Customers: the list, and who has a number. Their page, `src/custom/customerPanel`, joins what other nouns know of one. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const customers = {
  name: 'clientes',
  list: lazyScreen(() => import('./CustomerList.tsx'), 'CustomerList'),
};

export const CallerPage = lazyScreen(() => import('./CallerPage.tsx'), 'CallerPage');

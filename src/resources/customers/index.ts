/** Customers: the list. Their page, `src/custom/customerPanel`, joins what other nouns know of one. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const customers = {
  name: 'clientes',
  list: lazyScreen(() => import('./CustomerList.tsx'), 'CustomerList'),
};

/** Current accounts of sellers: what they may still give away, and each credit and debit. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const currentAccounts = {
  name: 'contas-correntes',
  list: lazyScreen(() => import('./CurrentAccountPages.tsx'), 'AccountList'),
  edit: lazyScreen(() => import('./CurrentAccountPages.tsx'), 'AccountStatement'),
};

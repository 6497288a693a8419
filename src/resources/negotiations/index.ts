/** Prices that sellers asked for, and who decides about them. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const negotiations = {
  name: 'negociacoes',
  list: lazyScreen(() => import('./NegotiationList.tsx'), 'NegotiationList'),
};

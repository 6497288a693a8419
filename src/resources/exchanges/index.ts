/** Requests of customers to exchange or return what they bought. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const ExchangeList = lazyScreen(() => import('./ExchangeList.tsx'), 'ExchangeList');

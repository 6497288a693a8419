/** Goods that a carrier or representative picks up at customers. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const pickups = {
  name: 'coletas',
  list: lazyScreen(() => import('./PickupList.tsx'), 'PickupList'),
};

import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

/** The pickups; loaded when first opened. */
export const PickupList = lazyScreen(() => import('./PickupList.tsx'), 'PickupList');

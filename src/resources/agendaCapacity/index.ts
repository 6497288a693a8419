import { lazyScreen } from '../../custom/layout/lazyScreen.ts';

export const CapacityPage = lazyScreen(() => import('./CapacityPage.tsx'), 'CapacityPage');

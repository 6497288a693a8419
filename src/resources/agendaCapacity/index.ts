import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

export const CapacityPage = lazyScreen(() => import('./CapacityPage.tsx'), 'CapacityPage');

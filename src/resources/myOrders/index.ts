import { lazyScreen } from '../../custom/layout/lazyScreen.ts';

export const MyOrderList = lazyScreen(() => import('./MyOrderList.tsx'), 'MyOrderList');

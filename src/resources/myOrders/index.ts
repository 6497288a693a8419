import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

export const MyOrderList = lazyScreen(() => import('./MyOrderList.tsx'), 'MyOrderList');

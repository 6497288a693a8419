import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

export const OrderList = lazyScreen(() => import('./OrderList.tsx'), 'OrderList');
export const OrderPage = lazyScreen(() => import('./OrderPage.tsx'), 'OrderPage');

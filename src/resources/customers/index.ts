import { lazyScreen } from '../../custom/layout/lazyScreen.ts';

/** The customers; loaded when first opened. */
export const CustomerList = lazyScreen(() => import('./CustomerList.tsx'), 'CustomerList');
export const CustomerPage = lazyScreen(() => import('./CustomerPage.tsx'), 'CustomerPage');

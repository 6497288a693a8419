import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

/** The customer screens; loaded when first opened. */
export const CustomerList = lazyScreen(() => import('./CustomerList.tsx'), 'CustomerList');
export const CustomerPage = lazyScreen(() => import('./CustomerPage.tsx'), 'CustomerPage');

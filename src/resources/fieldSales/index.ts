import { lazyScreen } from '../../custom/layout/lazyScreen.ts';

export const FieldSalesPage = lazyScreen(() => import('./FieldSalesPage.tsx'), 'FieldSalesPage');

import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

export const FieldSalesPage = lazyScreen(() => import('./FieldSalesPage.tsx'), 'FieldSalesPage');

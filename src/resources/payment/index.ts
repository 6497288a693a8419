import { lazyScreen } from '../../custom/layout/lazyScreen.ts';

export const PaymentPage = lazyScreen(() => import('./PaymentPage.tsx'), 'PaymentPage');

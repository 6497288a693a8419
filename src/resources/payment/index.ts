import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

export const PaymentPage = lazyScreen(() => import('./PaymentPage.tsx'), 'PaymentPage');

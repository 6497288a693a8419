/** The pages and the wizard of this folder that the console opens by itself: sign-in, account, payment, new ticket. */

import { lazyScreen } from '#ui/shell/loadLater.tsx';

export const AccountPage = lazyScreen(() => import('./account/AccountPages.tsx'), 'AccountPage');
export const PasswordPage = lazyScreen(() => import('./account/AccountPages.tsx'), 'PasswordPage');
export const LoginPage = lazyScreen(() => import('./session/LoginPage.tsx'), 'LoginPage');
export const NewAccountPage = lazyScreen(() => import('./session/NewAccountPages.tsx'), 'NewAccountPage');
export const ForgotPasswordPage = lazyScreen(
  () => import('./session/PasswordResetPages.tsx'),
  'ForgotPasswordPage',
);
export const ResetPasswordPage = lazyScreen(
  () => import('./session/PasswordResetPages.tsx'),
  'ResetPasswordPage',
);
export const ProviderReturnPage = lazyScreen(
  () => import('./session/provider/ProviderReturnPage.tsx'),
  'ProviderReturnPage',
);
export const UnsubscribePage = lazyScreen(() => import('./session/UnsubscribePage.tsx'), 'UnsubscribePage');
export const TicketWizard = lazyScreen(() => import('./ticketWizard/TicketWizard.tsx'), 'TicketWizard');
export const PaymentPage = lazyScreen(() => import('./payment/PaymentPage.tsx'), 'PaymentPage');

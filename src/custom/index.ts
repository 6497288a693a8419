/** The pages that join nouns, and those of a person's own session. Each is loaded when it is first opened. */

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
export const SurveyPage = lazyScreen(() => import('./session/SurveyPage.tsx'), 'SurveyPage');
export const UnsubscribePage = lazyScreen(() => import('./session/UnsubscribePage.tsx'), 'UnsubscribePage');
export const TicketWizard = lazyScreen(() => import('./ticketWizard/TicketWizard.tsx'), 'TicketWizard');
export const PaymentPage = lazyScreen(() => import('./payment/PaymentPage.tsx'), 'PaymentPage');
export const CustomerPage = lazyScreen(() => import('./customerPanel/CustomerPage.tsx'), 'CustomerPage');
export const CustomerFollowUpPage = lazyScreen(
  () => import('./customerPanel/CustomerFollowUpPage.tsx'),
  'CustomerFollowUpPage',
);
export const CallsPage = lazyScreen(() => import('./dayCalls/CallsPage.tsx'), 'CallsPage');
export const QuoteEditor = lazyScreen(() => import('./quoteEditor/QuoteEditor.tsx'), 'QuoteEditor');
export const WallPage = lazyScreen(() => import('./dashboardPage/WallPage.tsx'), 'WallPage');
export const HomePage = lazyScreen(() => import('./dashboardPage/HomePage.tsx'), 'HomePage');
export const DashboardListPage = lazyScreen(
  () => import('./dashboardPage/DashboardListPage.tsx'),
  'DashboardListPage',
);
export const SharedDashboardPage = lazyScreen(
  () => import('./dashboardPage/DashboardPage.tsx'),
  'DashboardPage',
);
export const ReportPage = lazyScreen(() => import('./reportViewer/ReportPage.tsx'), 'ReportPage');
export const StudioPage = lazyScreen(() => import('./schemaStudio/list/StudioPage.tsx'), 'StudioPage');
export const DefinitionPage = lazyScreen(() => import('./schemaStudio/DefinitionPage.tsx'), 'DefinitionPage');

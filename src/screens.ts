import { lazyScreen } from './ui/shell/lazyScreen.ts';

/**
 * Screens that are the only one of their resource, each loaded when it is first opened. Resources with several screens list
 * them in their `index.ts`.
 */
export const AccountPage = lazyScreen(() => import('./custom/account/AccountPage.tsx'), 'AccountPage');
export const PasswordPage = lazyScreen(() => import('./custom/account/PasswordPage.tsx'), 'PasswordPage');
export const LoginPage = lazyScreen(() => import('./custom/session/LoginPage.tsx'), 'LoginPage');
export const NewAccountPage = lazyScreen(
  () => import('./custom/session/NewAccountPage.tsx'),
  'NewAccountPage',
);
export const ForgotPasswordPage = lazyScreen(
  () => import('./custom/session/PasswordResetPages.tsx'),
  'ForgotPasswordPage',
);
export const ResetPasswordPage = lazyScreen(
  () => import('./custom/session/PasswordResetPages.tsx'),
  'ResetPasswordPage',
);
export const ProviderReturnPage = lazyScreen(
  () => import('./custom/session/provider/ProviderReturnPage.tsx'),
  'ProviderReturnPage',
);
export const UnsubscribePage = lazyScreen(
  () => import('./custom/session/UnsubscribePage.tsx'),
  'UnsubscribePage',
);
export const TicketWizard = lazyScreen(
  () => import('./custom/ticketWizard/TicketWizard.tsx'),
  'TicketWizard',
);
export const CapacityPage = lazyScreen(
  () => import('./resources/agendaCapacity/CapacityPage.tsx'),
  'CapacityPage',
);
export const AgendaImportPage = lazyScreen(
  () => import('./resources/agendaImport/AgendaImportPage.tsx'),
  'AgendaImportPage',
);
export const AgendaList = lazyScreen(() => import('./resources/agendas/AgendaList.tsx'), 'AgendaList');
export const CampaignList = lazyScreen(
  () => import('./resources/campaigns/CampaignList.tsx'),
  'CampaignList',
);
export const DashboardPage = lazyScreen(
  () => import('./resources/dashboard/DashboardPage.tsx'),
  'DashboardPage',
);
export const ExchangeList = lazyScreen(
  () => import('./resources/exchanges/ExchangeList.tsx'),
  'ExchangeList',
);
export const ArticlePage = lazyScreen(() => import('./resources/faq/FaqPage.tsx'), 'ArticlePage');
export const FaqPage = lazyScreen(() => import('./resources/faq/FaqPage.tsx'), 'FaqPage');
export const FieldSalesPage = lazyScreen(
  () => import('./resources/parameters/ParameterPages.tsx'),
  'FieldSalesPage',
);
export const FirstStepsPage = lazyScreen(
  () => import('./resources/firstSteps/FirstStepsPage.tsx'),
  'FirstStepsPage',
);
export const BoardsPage = lazyScreen(() => import('./resources/followUpBoards/BoardsPage.tsx'), 'BoardsPage');
export const GoalsPage = lazyScreen(() => import('./resources/goals/GoalsPage.tsx'), 'GoalsPage');
export const HealthPage = lazyScreen(() => import('./resources/health/HealthPage.tsx'), 'HealthPage');
export const HomePage = lazyScreen(() => import('./resources/home/HomePage.tsx'), 'HomePage');
export const HomeContentPage = lazyScreen(
  () => import('./resources/homeContent/HomeContentPage.tsx'),
  'HomeContentPage',
);
export const InitialLoadPage = lazyScreen(
  () => import('./resources/initialLoad/InitialLoadPage.tsx'),
  'InitialLoadPage',
);
export const MyOrderList = lazyScreen(() => import('./resources/orders/OrderList.tsx'), 'MyOrderList');
export const NegotiationList = lazyScreen(
  () => import('./resources/negotiations/NegotiationList.tsx'),
  'NegotiationList',
);
export const NfeImportPage = lazyScreen(
  () => import('./resources/nfeImport/NfeImportPage.tsx'),
  'NfeImportPage',
);
export const ParametersPage = lazyScreen(
  () => import('./resources/parameters/ParameterPages.tsx'),
  'ParametersPage',
);
export const PaymentPage = lazyScreen(() => import('./resources/payment/PaymentPage.tsx'), 'PaymentPage');
export const PickupList = lazyScreen(() => import('./resources/pickups/PickupList.tsx'), 'PickupList');
export const HolderPage = lazyScreen(() => import('./resources/privacy/HolderPage.tsx'), 'HolderPage');
export const PrivacyPage = lazyScreen(() => import('./resources/privacy/PrivacyPage.tsx'), 'PrivacyPage');
export const RecordScreens = lazyScreen(
  () => import('./resources/records/RecordScreens.tsx'),
  'RecordScreens',
);
export const ReleasedQuoteList = lazyScreen(
  () => import('./resources/releasedQuotes/ReleasedQuoteList.tsx'),
  'ReleasedQuoteList',
);
export const ReportHistoryPage = lazyScreen(
  () => import('./resources/reports/history/HistoryPage.tsx'),
  'HistoryPage',
);
export const ReportListPage = lazyScreen(
  () => import('./resources/reports/ReportListPage.tsx'),
  'ReportListPage',
);
export const ReportPage = lazyScreen(() => import('./resources/reports/ReportPage.tsx'), 'ReportPage');
export const ReportSchedulesPage = lazyScreen(
  () => import('./resources/reports/schedules/SchedulesPage.tsx'),
  'SchedulesPage',
);
export const RetentionPage = lazyScreen(
  () => import('./resources/retention/RetentionPage.tsx'),
  'RetentionPage',
);
export const RetentionRulePage = lazyScreen(
  () => import('./resources/retention/RetentionRulePage.tsx'),
  'RetentionRulePage',
);
export const StalledQuoteList = lazyScreen(
  () => import('./resources/stalledQuotes/StalledQuoteList.tsx'),
  'StalledQuoteList',
);
export const SuggestionsPage = lazyScreen(
  () => import('./resources/suggestions/SuggestionsPage.tsx'),
  'SuggestionsPage',
);

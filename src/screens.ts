import { lazyScreen } from './ui/shell/loadLater.tsx';

/** The screens that `App` lists, each loaded when it is first opened. */
export const AccountPage = lazyScreen(() => import('./custom/account/AccountPages.tsx'), 'AccountPage');
export const PasswordPage = lazyScreen(() => import('./custom/account/AccountPages.tsx'), 'PasswordPage');
export const LoginPage = lazyScreen(() => import('./custom/session/LoginPage.tsx'), 'LoginPage');
export const NewAccountPage = lazyScreen(
  () => import('./custom/session/NewAccountPages.tsx'),
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
export const ArticleList = lazyScreen(() => import('./resources/articles/ArticlePages.tsx'), 'ArticleList');
export const ArticleEdit = lazyScreen(() => import('./resources/articles/ArticlePages.tsx'), 'ArticleEdit');
export const ArticleCreate = lazyScreen(
  () => import('./resources/articles/ArticlePages.tsx'),
  'ArticleCreate',
);
export const AuditList = lazyScreen(() => import('./resources/audit/AuditPages.tsx'), 'AuditList');
export const AuditShow = lazyScreen(() => import('./resources/audit/AuditPages.tsx'), 'AuditShow');
export const AutomationList = lazyScreen(
  () => import('./resources/automations/AutomationList.tsx'),
  'AutomationList',
);
export const AutomationPage = lazyScreen(
  () => import('./resources/automations/AutomationPage.tsx'),
  'AutomationPage',
);
export const CampaignList = lazyScreen(
  () => import('./resources/campaigns/CampaignList.tsx'),
  'CampaignList',
);
export const CannedReplyList = lazyScreen(
  () => import('./resources/cannedReplies/CannedReplyPages.tsx'),
  'CannedReplyList',
);
export const CannedReplyEdit = lazyScreen(
  () => import('./resources/cannedReplies/CannedReplyPages.tsx'),
  'CannedReplyEdit',
);
export const CannedReplyCreate = lazyScreen(
  () => import('./resources/cannedReplies/CannedReplyPages.tsx'),
  'CannedReplyCreate',
);
export const AccountList = lazyScreen(
  () => import('./resources/currentAccounts/CurrentAccountPages.tsx'),
  'AccountList',
);
export const AccountStatement = lazyScreen(
  () => import('./resources/currentAccounts/CurrentAccountPages.tsx'),
  'AccountStatement',
);
export const CustomerList = lazyScreen(
  () => import('./resources/customers/CustomerList.tsx'),
  'CustomerList',
);
export const CustomerPage = lazyScreen(
  () => import('./resources/customers/CustomerPage.tsx'),
  'CustomerPage',
);
export const DashboardPage = lazyScreen(
  () => import('./resources/dashboard/DashboardPage.tsx'),
  'DashboardPage',
);
export const EmailList = lazyScreen(() => import('./resources/emails/EmailPages.tsx'), 'EmailList');
export const EmailShow = lazyScreen(() => import('./resources/emails/EmailPages.tsx'), 'EmailShow');
export const ExchangeList = lazyScreen(
  () => import('./resources/exchanges/ExchangeList.tsx'),
  'ExchangeList',
);
export const ArticlePage = lazyScreen(() => import('./resources/faq/FaqPage.tsx'), 'ArticlePage');
export const FaqPage = lazyScreen(() => import('./resources/faq/FaqPage.tsx'), 'FaqPage');
export const FirstStepsPage = lazyScreen(
  () => import('./resources/firstSteps/FirstStepsPage.tsx'),
  'FirstStepsPage',
);
export const FollowUpPage = lazyScreen(() => import('./resources/followUp/FollowUpPage.tsx'), 'FollowUpPage');
export const CustomerFollowUpPage = lazyScreen(
  () => import('./resources/followUp/CustomerFollowUpPage.tsx'),
  'CustomerFollowUpPage',
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
  () => import('./resources/parameters/ParameterPages.tsx'),
  'InitialLoadPage',
);
export const NegotiationList = lazyScreen(
  () => import('./resources/negotiations/NegotiationList.tsx'),
  'NegotiationList',
);
export const NfeImportPage = lazyScreen(
  () => import('./resources/nfeImport/NfeImportPage.tsx'),
  'NfeImportPage',
);
export const MyOrderList = lazyScreen(() => import('./resources/orders/OrderPages.tsx'), 'MyOrderList');
export const OrderList = lazyScreen(() => import('./resources/orders/OrderPages.tsx'), 'OrderList');
export const OrderPage = lazyScreen(() => import('./resources/orders/OrderPages.tsx'), 'OrderPage');
export const FieldSalesPage = lazyScreen(
  () => import('./resources/parameters/ParameterPages.tsx'),
  'FieldSalesPage',
);
export const ParametersPage = lazyScreen(
  () => import('./resources/parameters/ParameterPages.tsx'),
  'ParametersPage',
);
export const PaymentPage = lazyScreen(() => import('./resources/payment/PaymentPage.tsx'), 'PaymentPage');
export const PersonList = lazyScreen(() => import('./resources/people/PersonList.tsx'), 'PersonList');
export const PersonEdit = lazyScreen(() => import('./resources/people/PersonEdit.tsx'), 'PersonEdit');
export const PersonCreate = lazyScreen(() => import('./resources/people/PersonEdit.tsx'), 'PersonCreate');
export const PickupList = lazyScreen(() => import('./resources/pickups/PickupList.tsx'), 'PickupList');
export const HolderPage = lazyScreen(() => import('./resources/privacy/HolderPage.tsx'), 'HolderPage');
export const PrivacyPage = lazyScreen(() => import('./resources/privacy/PrivacyPage.tsx'), 'PrivacyPage');
export const NoticeList = lazyScreen(
  () => import('./resources/publishedNotices/NoticeList.tsx'),
  'NoticeList',
);
export const NoticeEdit = lazyScreen(
  () => import('./resources/publishedNotices/NoticeEdit.tsx'),
  'NoticeEdit',
);
export const NoticeCreate = lazyScreen(
  () => import('./resources/publishedNotices/NoticeEdit.tsx'),
  'NoticeCreate',
);
export const QuoteList = lazyScreen(() => import('./resources/quotes/QuoteList.tsx'), 'QuoteList');
export const QuoteEditor = lazyScreen(() => import('./resources/quotes/QuoteEditor.tsx'), 'QuoteEditor');
export const ReceivedList = lazyScreen(
  () => import('./resources/receivedEmails/ReceivedPages.tsx'),
  'ReceivedList',
);
export const ReceivedShow = lazyScreen(
  () => import('./resources/receivedEmails/ReceivedPages.tsx'),
  'ReceivedShow',
);
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
export const RoleList = lazyScreen(() => import('./resources/roles/RoleList.tsx'), 'RoleList');
export const RoleEdit = lazyScreen(() => import('./resources/roles/RoleEdit.tsx'), 'RoleEdit');
export const ServiceKeyList = lazyScreen(
  () => import('./resources/serviceKeys/ServiceKeyPages.tsx'),
  'ServiceKeyList',
);
export const ServiceKeyShow = lazyScreen(
  () => import('./resources/serviceKeys/ServiceKeyPages.tsx'),
  'ServiceKeyShow',
);
export const StalledQuoteList = lazyScreen(
  () => import('./resources/stalledQuotes/StalledQuoteList.tsx'),
  'StalledQuoteList',
);
export const StudioPage = lazyScreen(() => import('./resources/studio/StudioPage.tsx'), 'StudioPage');
export const DefinitionPage = lazyScreen(
  () => import('./resources/studio/DefinitionPage.tsx'),
  'DefinitionPage',
);
export const SuggestionsPage = lazyScreen(
  () => import('./resources/suggestions/SuggestionsPage.tsx'),
  'SuggestionsPage',
);
export const TicketList = lazyScreen(() => import('./resources/tickets/TicketList.tsx'), 'TicketList');
export const TicketShow = lazyScreen(() => import('./resources/tickets/TicketShow.tsx'), 'TicketShow');
export const WebhookList = lazyScreen(() => import('./resources/webhooks/WebhookList.tsx'), 'WebhookList');
export const WebhookShow = lazyScreen(() => import('./resources/webhooks/WebhookShow.tsx'), 'WebhookShow');
export const DeliveryList = lazyScreen(
  () => import('./resources/webhooks/DeliveryPages.tsx'),
  'DeliveryList',
);
export const DeliveryShow = lazyScreen(
  () => import('./resources/webhooks/DeliveryPages.tsx'),
  'DeliveryShow',
);

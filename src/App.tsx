import { CustomRoutes, Resource } from 'ra-core';
import { Navigate, Route, useParams } from 'react-router-dom';
import { Console } from './custom/console/Console.tsx';
import { authProvider } from './dataProvider/authProvider.ts';
import { dataProvider } from './dataProvider/dataProvider.ts';
import {
  AccountList,
  AccountPage,
  AccountStatement,
  AgendaImportPage,
  AgendaList,
  ArticleCreate,
  ArticleEdit,
  ArticleList,
  ArticlePage,
  AuditList,
  AuditShow,
  AutomationList,
  AutomationPage,
  BoardsPage,
  CampaignList,
  CannedReplyCreate,
  CannedReplyEdit,
  CannedReplyList,
  CapacityPage,
  CustomerFollowUpPage,
  CustomerList,
  CustomerPage,
  DashboardPage,
  DefinitionPage,
  DeliveryList,
  DeliveryShow,
  EmailList,
  EmailShow,
  ExchangeList,
  FaqPage,
  FieldSalesPage,
  FirstStepsPage,
  FollowUpPage,
  ForgotPasswordPage,
  GoalsPage,
  HealthPage,
  HolderPage,
  HomeContentPage,
  HomePage,
  InitialLoadPage,
  LoginPage,
  MyOrderList,
  NegotiationList,
  NewAccountPage,
  NfeImportPage,
  NoticeCreate,
  NoticeEdit,
  NoticeList,
  OrderList,
  OrderPage,
  ParametersPage,
  PasswordPage,
  PaymentPage,
  PersonCreate,
  PersonEdit,
  PersonList,
  PickupList,
  PrivacyPage,
  ProviderReturnPage,
  QuoteEditor,
  QuoteList,
  ReceivedList,
  ReceivedShow,
  RecordScreens,
  ReleasedQuoteList,
  ReportHistoryPage,
  ReportListPage,
  ReportPage,
  ReportSchedulesPage,
  ResetPasswordPage,
  RetentionPage,
  RetentionRulePage,
  RoleEdit,
  RoleList,
  ServiceKeyList,
  ServiceKeyShow,
  StalledQuoteList,
  StudioPage,
  SuggestionsPage,
  TicketList,
  TicketShow,
  TicketWizard,
  UnsubscribePage,
  WebhookList,
  WebhookShow,
} from './screens.ts';

/** The console's screens. Each is loaded when it is first opened; being listed here adds it to the drawer. */
export function App() {
  return (
    <Console
      authProvider={authProvider}
      dataProvider={dataProvider}
      login={LoginPage}
      ticketWizard={TicketWizard}
    >
      <CustomRoutes noLayout>
        <Route path="/entrar/retorno" element={<ProviderReturnPage />} />
        <Route path="/nova-conta" element={<NewAccountPage />} />
        <Route path="/esqueci-senha" element={<ForgotPasswordPage />} />
        <Route path="/redefinir-senha" element={<ResetPasswordPage />} />
        <Route path="/pagamento/:hash" element={<PaymentPage />} />
        <Route path="/descadastro/:token" element={<UnsubscribePage />} />
      </CustomRoutes>
      <CustomRoutes>
        <Route path="/home" element={<HomePage />} />
        <Route path="/dashboard" element={<DashboardPage />} />
        <Route path="/tickets/:id/editar" element={<TicketEditRedirect />} />
        <Route path="/faq" element={<FaqPage />} />
        <Route path="/artigo/:id" element={<ArticlePage />} />
        <Route path="/configuracao" element={<StudioPage />} />
        <Route path="/configuracao/:tipo" element={<StudioPage />} />
        <Route path="/configuracao/:tipo/:chave" element={<DefinitionPage />} />
        <Route path="/relatorios" element={<ReportListPage />} />
        <Route path="/relatorios/agendados" element={<ReportSchedulesPage />} />
        <Route path="/relatorios/historico" element={<ReportHistoryPage />} />
        <Route path="/relatorios/:id" element={<ReportPage />} />
        <Route path="/cadastros/notas/importar-xml" element={<NfeImportPage />} />
        <Route path="/cadastros/*" element={<RecordScreens />} />
        <Route path="/pagina-inicial" element={<HomeContentPage />} />
        <Route path="/pagina-inicial/:tipo/:id" element={<HomeContentPage />} />
        <Route path="/parametros" element={<ParametersPage />} />
        <Route path="/primeiros-passos" element={<FirstStepsPage />} />
        <Route path="/saude" element={<HealthPage />} />
        <Route path="/titulares" element={<PrivacyPage />} />
        <Route path="/titulares/:tipo/:id" element={<HolderPage />} />
        <Route path="/guarda" element={<RetentionPage />} />
        <Route path="/guarda/:alvo" element={<RetentionRulePage />} />
        <Route path="/clientes/:id/:aba" element={<CustomerPage />} />
        <Route path="/orcamentos-liberados" element={<ReleasedQuoteList />} />
        <Route path="/orcamentos-parados" element={<StalledQuoteList />} />
        <Route path="/meus-pedidos" element={<MyOrderList />} />
        <Route path="/agendas/importar/*" element={<AgendaImportPage />} />
        <Route path="/agendas/capacidade" element={<CapacityPage />} />
        <Route path="/objetivos" element={<GoalsPage />} />
        <Route path="/campanhas" element={<CampaignList />} />
        <Route path="/solicitacoes-troca" element={<ExchangeList />} />
        <Route path="/acompanhamentos" element={<FollowUpPage />} />
        <Route path="/acompanhamentos-clientes" element={<CustomerFollowUpPage />} />
        <Route path="/quadros" element={<BoardsPage />} />
        <Route path="/quadros/:id" element={<BoardsPage />} />
        <Route path="/sugestoes" element={<SuggestionsPage />} />
        <Route path="/carga-inicial" element={<InitialLoadPage />} />
        <Route path="/configuracao-fv" element={<FieldSalesPage />} />
        <Route path="/conta/dados" element={<AccountPage />} />
        <Route path="/conta/senha" element={<PasswordPage />} />
      </CustomRoutes>
      <Resource name="tickets" list={TicketList} edit={TicketShow} />
      <Resource name="clientes" list={CustomerList} edit={CustomerPage} />
      <Resource name="orcamentos" list={QuoteList} edit={QuoteEditor} create={QuoteEditor} />
      <Resource name="pedidos" list={OrderList} edit={OrderPage} />
      <Resource name="agendas" list={AgendaList} />
      <Resource name="automacoes" list={AutomationList} edit={AutomationPage} create={AutomationPage} />
      <Resource name="negociacoes" list={NegotiationList} />
      <Resource name="contas-correntes" list={AccountList} edit={AccountStatement} />
      <Resource name="coletas" list={PickupList} />
      <Resource name="artigos" list={ArticleList} edit={ArticleEdit} create={ArticleCreate} />
      <Resource name="avisos-publicados" list={NoticeList} edit={NoticeEdit} create={NoticeCreate} />
      <Resource name="auditoria" list={AuditList} edit={AuditShow} />
      <Resource name="respostas" list={CannedReplyList} edit={CannedReplyEdit} create={CannedReplyCreate} />
      <Resource name="perfis" list={RoleList} edit={RoleEdit} />
      <Resource name="pessoas" list={PersonList} edit={PersonEdit} create={PersonCreate} />
      <Resource name="chaves" list={ServiceKeyList} edit={ServiceKeyShow} />
      <Resource name="webhooks" list={WebhookList} edit={WebhookShow} />
      <Resource name="entregas" list={DeliveryList} edit={DeliveryShow} />
      <Resource name="emails" list={EmailList} edit={EmailShow} />
      <Resource name="emails-recebidos" list={ReceivedList} edit={ReceivedShow} />
    </Console>
  );
}

/** Redirects `/tickets/{id}/editar` to the ticket (document 002 section 2). */
function TicketEditRedirect() {
  return <Navigate to={`/tickets/${useParams().id}`} replace />;
}

import { CustomRoutes, Resource } from 'ra-core';
import { Navigate, Route, useParams } from 'react-router-dom';
import { authProvider } from '#data/authProvider.ts';
import { dataProvider } from '#data/dataProvider.ts';
import {
  AccountPage,
  CallsPage,
  CustomerFollowUpPage,
  CustomerPage,
  DashboardListPage,
  DefinitionPage,
  ForgotPasswordPage,
  HomePage,
  LoginPage,
  NewAccountPage,
  PasswordPage,
  PaymentPage,
  ProviderReturnPage,
  QuoteEditor,
  ReportPage,
  ResetPasswordPage,
  SharedDashboardPage,
  StudioPage,
  SurveyPage,
  TicketWizard,
  UnsubscribePage,
  WallPage,
} from './custom/index.ts';
import { AgendaImportPage, agendas, CapacityPage } from './resources/agendas/index.ts';
import { ArticlePage, articles, FaqPage } from './resources/articles/index.ts';
import { audit } from './resources/audit/index.ts';
import { automations } from './resources/automations/index.ts';
import { CampaignList } from './resources/campaigns/index.ts';
import { cannedReplies } from './resources/cannedReplies/index.ts';
import { currentAccounts } from './resources/currentAccounts/index.ts';
import { CallerPage, customers, DoublesPage } from './resources/customers/index.ts';
import { DashboardPage } from './resources/dashboards/index.ts';
import { emails, receivedEmails } from './resources/emails/index.ts';
import { ExchangeList } from './resources/exchanges/index.ts';
import { FirstStepsPage } from './resources/firstSteps/index.ts';
import { BoardsPage, FollowUpPage } from './resources/followUp/index.ts';
import { GoalsPage } from './resources/goals/index.ts';
import { HealthPage } from './resources/health/index.ts';
import { HomeContentPage } from './resources/home/index.ts';
import { negotiations } from './resources/negotiations/index.ts';
import { NfeImportPage } from './resources/nfeImports/index.ts';
import { NfeTrustPage } from './resources/nfeTrust/index.ts';
import { MyOrderList, orders } from './resources/orders/index.ts';
import { FieldSalesPage, InitialLoadPage, ParametersPage } from './resources/parameters/index.ts';
import { people } from './resources/people/index.ts';
import { pickups } from './resources/pickups/index.ts';
import { HolderPage, PrivacyPage } from './resources/privacy/index.ts';
import { ProductWaitsPage } from './resources/productWaits/index.ts';
import { publishedNotices } from './resources/publishedNotices/index.ts';
import { quotes, ReleasedQuoteList, StalledQuoteList } from './resources/quotes/index.ts';
import { RecordScreens } from './resources/records/index.ts';
import { ReportHistoryPage, ReportListPage, ReportSchedulesPage } from './resources/reports/index.ts';
import { RetentionPage, RetentionRulePage } from './resources/retention/index.ts';
import { roles } from './resources/roles/index.ts';
import { serviceKeys } from './resources/serviceKeys/index.ts';
import { SuggestionsPage } from './resources/suggestions/index.ts';
import { tickets } from './resources/tickets/index.ts';
import { deliveries, webhooks } from './resources/webhooks/index.ts';
import { Console } from './shell/Console.tsx';
import { fetchDrawer } from './shell/lazyDrawer.ts';

/** The rest of the drawer, where a sign-in leads, and where most people go next: fetched while the person types. */
const preloadFirstScreens = () => {
  void fetchDrawer();
  void HomePage.preload();
  void tickets.list.preload();
};

const SignIn = () => <LoginPage onIdle={preloadFirstScreens} />;

/** The console's screens. Each is loaded when it is first opened; being listed here adds it to the drawer. */
export function App() {
  return (
    <Console
      authProvider={authProvider}
      dataProvider={dataProvider}
      login={SignIn}
      ticketWizard={TicketWizard}
    >
      <CustomRoutes noLayout>
        <Route path="/entrar/retorno" element={<ProviderReturnPage />} />
        <Route path="/nova-conta" element={<NewAccountPage />} />
        <Route path="/esqueci-senha" element={<ForgotPasswordPage />} />
        <Route path="/redefinir-senha" element={<ResetPasswordPage />} />
        <Route path="/pagamento/:hash" element={<PaymentPage />} />
        <Route path="/descadastro/:token" element={<UnsubscribePage />} />
        <Route path="/pesquisa/:token" element={<SurveyPage />} />
        <Route path="/telao" element={<WallPage />} />
      </CustomRoutes>
      <CustomRoutes>
        <Route path="/home" element={<HomePage />} />
        <Route path="/dashboard" element={<DashboardPage />} />
        <Route path="/tickets/:id/editar" element={<TicketEditRedirect />} />
        <Route path="/faq" element={<FaqPage />} />
        <Route path="/artigo/:id" element={<ArticlePage />} />
        <Route path="/estudio/*" element={<Navigate to="/configuracao" replace />} />
        <Route path="/configuracao" element={<StudioPage />} />
        <Route path="/configuracao/:tipo" element={<StudioPage />} />
        <Route path="/configuracao/:tipo/:chave" element={<DefinitionPage />} />
        <Route path="/paineis" element={<DashboardListPage />} />
        <Route path="/paineis/:id" element={<SharedDashboardPage />} />
        <Route path="/relatorios" element={<ReportListPage />} />
        <Route path="/relatorios/agendados" element={<ReportSchedulesPage />} />
        <Route path="/relatorios/historico" element={<ReportHistoryPage />} />
        <Route path="/relatorios/:id" element={<ReportPage />} />
        <Route path="/cadastros/notas/importar-xml" element={<NfeImportPage />} />
        <Route path="/cadastros/*" element={<RecordScreens />} />
        <Route path="/pagina-inicial" element={<HomeContentPage />} />
        <Route path="/pagina-inicial/:tipo/:id" element={<HomeContentPage />} />
        <Route path="/parametros" element={<ParametersPage />} />
        <Route path="/certificados-nfe" element={<NfeTrustPage />} />
        <Route path="/primeiros-passos" element={<FirstStepsPage />} />
        <Route path="/saude" element={<HealthPage />} />
        <Route path="/titulares" element={<PrivacyPage />} />
        <Route path="/titulares/:tipo/:id" element={<HolderPage />} />
        <Route path="/guarda" element={<RetentionPage />} />
        <Route path="/guarda/:alvo" element={<RetentionRulePage />} />
        <Route path="/clientes/duplicados" element={<DoublesPage />} />
        <Route path="/clientes/:id/:aba" element={<CustomerPage />} />
        <Route path="/buscar" element={<CallerPage />} />
        <Route path="/orcamentos-liberados" element={<ReleasedQuoteList />} />
        <Route path="/orcamentos-parados" element={<StalledQuoteList />} />
        <Route path="/meus-pedidos" element={<MyOrderList />} />
        <Route path="/agendas/importar/*" element={<AgendaImportPage />} />
        <Route path="/agendas/capacidade" element={<CapacityPage />} />
        <Route path="/agendas/ligacoes" element={<CallsPage />} />
        <Route path="/ligacoes" element={<CallsPage />} />
        <Route path="/objetivos" element={<GoalsPage />} />
        <Route path="/campanhas" element={<CampaignList />} />
        <Route path="/solicitacoes-troca" element={<ExchangeList />} />
        <Route path="/acompanhamentos" element={<FollowUpPage />} />
        <Route path="/acompanhamentos-clientes" element={<CustomerFollowUpPage />} />
        <Route path="/quadros" element={<BoardsPage />} />
        <Route path="/quadros/:id" element={<BoardsPage />} />
        <Route path="/sugestoes" element={<SuggestionsPage />} />
        <Route path="/esperas-produto" element={<ProductWaitsPage />} />
        <Route path="/carga-inicial" element={<InitialLoadPage />} />
        <Route path="/configuracao-fv" element={<FieldSalesPage />} />
        <Route path="/conta/dados" element={<AccountPage />} />
        <Route path="/conta/senha" element={<PasswordPage />} />
      </CustomRoutes>
      <Resource {...tickets} />
      <Resource {...customers} edit={CustomerPage} />
      <Resource {...quotes} edit={QuoteEditor} create={QuoteEditor} />
      <Resource {...orders} />
      <Resource {...agendas} />
      <Resource {...automations} />
      <Resource {...negotiations} />
      <Resource {...currentAccounts} />
      <Resource {...pickups} />
      <Resource {...articles} />
      <Resource {...publishedNotices} />
      <Resource {...audit} />
      <Resource {...cannedReplies} />
      <Resource {...roles} />
      <Resource {...people} />
      <Resource {...serviceKeys} />
      <Resource {...webhooks} />
      <Resource {...deliveries} />
      <Resource {...emails} />
      <Resource {...receivedEmails} />
    </Console>
  );
}

/** Redirects `/tickets/{id}/editar` to the ticket (document 002 section 2). */
function TicketEditRedirect() {
  return <Navigate to={`/tickets/${useParams().id}`} replace />;
}

import { agendaSupervisionRoutes } from './callcenter/agendaSupervision.ts';
import { agendaRoutes } from './callcenter/agendas.ts';
import { automationRoutes } from './callcenter/automations.ts';
import { campaignRoutes } from './callcenter/campaigns.ts';
import { contactRoutes } from './callcenter/contacts.ts';
import { currentAccountRoutes } from './callcenter/currentAccounts.ts';
import { customerPanelRoutes } from './callcenter/customerPanel.ts';
import { customerUpkeepRoutes } from './callcenter/customerUpkeep.ts';
import { deliveryAddressRoutes } from './callcenter/deliveryAddresses.ts';
import { dimensionRoutes } from './callcenter/dimensions.ts';
import { documentRoutes } from './callcenter/documents.ts';
import { followUpRoutes } from './callcenter/followUp.ts';
import { followUpBoardRoutes } from './callcenter/followUpBoards.ts';
import { freightRoutes } from './callcenter/freight.ts';
import { goalRoutes } from './callcenter/goals.ts';
import { homeRoutes } from './callcenter/home.ts';
import { bannerRoutes, showcaseRoutes } from './callcenter/homeContent.ts';
import { negotiationRoutes } from './callcenter/negotiations.ts';
import { orderRoutes } from './callcenter/orders.ts';
import { paymentRoutes } from './callcenter/payments.ts';
import { productRoutes } from './callcenter/products.ts';
import { quoteEditingRoutes } from './callcenter/quoteEditing.ts';
import { quoteRoutes } from './callcenter/quotes.ts';
import { returnRoutes } from './callcenter/returns.ts';
import { salesLookupRoutes } from './callcenter/salesLookups.ts';
import { serviceRecordRoutes } from './callcenter/serviceRecords.ts';
import { suggestionRoutes } from './callcenter/suggestions.ts';
import { articleRoutes } from './config/articles.ts';
import { auditRoutes } from './config/audit.ts';
import { cannedReplyRoutes } from './config/cannedReplies.ts';
import { definitionRoutes } from './config/definitions.ts';
import { emailRoutes, receivedEmailRoutes } from './config/emails.ts';
import { demonstrationRoutes, firstStepRoutes } from './config/firstSteps.ts';
import { formRoutes } from './config/forms.ts';
import { healthRoutes } from './config/health.ts';
import { nfeImportRoutes } from './config/nfeImports.ts';
import { parameterRoutes, salesPlatformRoutes } from './config/parameters.ts';
import { peopleRoutes, viewAsRoutes } from './config/people.ts';
import { platformRoutes } from './config/platform.ts';
import { privacyRoutes } from './config/privacy.ts';
import { publishedNoticeRoutes } from './config/publishedNotices.ts';
import { retentionRoutes } from './config/retention.ts';
import { roleRoutes } from './config/roles.ts';
import { savedViewRoutes } from './config/savedViews.ts';
import { serviceKeyRoutes } from './config/serviceKeys.ts';
import { webhookDeliveryRoutes, webhookRoutes } from './config/webhooks.ts';
import { realtimeRoutes } from './realtime.ts';
import { dataRoutes } from './records/dataApi.ts';
import { feedRoutes } from './records/feed.ts';
import { fieldOwnerRoutes } from './records/fieldOwners.ts';
import { importRoutes } from './records/imports.ts';
import { ownTypeRoutes } from './records/ownTypes.ts';
import { recordRoutes } from './records/routes.ts';
import type { Routes } from './route.ts';
import { customerRoutes } from './sac/customers.ts';
import { dashboardRoutes, waitingRoutes } from './sac/dashboards.ts';
import { extraFieldRoutes } from './sac/extraFields.ts';
import { faqRoutes } from './sac/faq.ts';
import { invoiceRoutes } from './sac/invoices.ts';
import { lookupRoutes } from './sac/lookups.ts';
import { mailAddressRoutes } from './sac/mailAddresses.ts';
import { noticeRoutes } from './sac/notices.ts';
import { pickupRoutes } from './sac/pickups.ts';
import { registrationLookupRoutes, registrationRoutes } from './sac/registration.ts';
import { reportDeskRoutes } from './sac/reportDesk.ts';
import { reportRoutes } from './sac/reports.ts';
import { searchRoutes } from './sac/search.ts';
import { ticketBulkRoutes, ticketExportRoutes } from './sac/ticketBulk.ts';
import { ticketCatalogRoutes } from './sac/ticketCatalog.ts';
import { conversationRoutes } from './sac/ticketConversation.ts';
import { ticketCostRoutes } from './sac/ticketCosts.ts';
import { ticketItemRoutes } from './sac/ticketItems.ts';
import { ticketMoveRoutes } from './sac/ticketMoves.ts';
import { ticketRoutes } from './sac/tickets.ts';
import { oidcRoutes } from './session/oidc.ts';
import { passkeyRoutes } from './session/passkeys.ts';
import { secondFactorRoutes } from './session/secondFactor.ts';
import { sessionRoutes } from './session/session.ts';

/** The catalogue of all nouns and their routes, used by OpenAPI, the permission tests and the mounting of routes. */
export const catalogue = {
  session: sessionRoutes,
  secondFactor: secondFactorRoutes,
  oidc: oidcRoutes,
  passkeys: passkeyRoutes,
  platform: platformRoutes,
  firstSteps: firstStepRoutes,
  demonstration: demonstrationRoutes,
  forms: formRoutes,
  realtime: realtimeRoutes,
  emails: emailRoutes,
  cannedReplies: cannedReplyRoutes,
  definitions: definitionRoutes,
  audit: auditRoutes,
  parameters: parameterRoutes,
  roles: roleRoutes,
  people: peopleRoutes,
  viewAs: viewAsRoutes,
  serviceKeys: serviceKeyRoutes,
  records: recordRoutes,
  ownTypes: ownTypeRoutes,
  fieldOwners: fieldOwnerRoutes,
  dataApi: dataRoutes,
  feed: feedRoutes,
  webhooks: webhookRoutes,
  health: healthRoutes,
  privacy: privacyRoutes,
  retention: retentionRoutes,
  webhookDeliveries: webhookDeliveryRoutes,
  recordImports: importRoutes,
  nfeImports: nfeImportRoutes,
  articles: articleRoutes,
  publishedNotices: publishedNoticeRoutes,
  ticketCatalog: ticketCatalogRoutes,
  tickets: ticketRoutes,
  ticketMoves: ticketMoveRoutes,
  ticketBulk: ticketBulkRoutes,
  ticketExport: ticketExportRoutes,
  savedViews: savedViewRoutes,
  conversation: conversationRoutes,
  ticketItems: ticketItemRoutes,
  ticketCosts: ticketCostRoutes,
  invoices: invoiceRoutes,
  lookups: lookupRoutes,
  customers: customerRoutes,
  registration: registrationRoutes,
  registrationLookups: registrationLookupRoutes,
  pickups: pickupRoutes,
  extraFields: extraFieldRoutes,
  faq: faqRoutes,
  mailAddresses: mailAddressRoutes,
  receivedEmails: receivedEmailRoutes,
  notices: noticeRoutes,
  dashboards: dashboardRoutes,
  reports: reportRoutes,
  reportDesk: reportDeskRoutes,
  search: searchRoutes,
  waiting: waitingRoutes,
  customerPanel: customerPanelRoutes,
  contacts: contactRoutes,
  dimensions: dimensionRoutes,
  customerUpkeep: customerUpkeepRoutes,
  serviceRecords: serviceRecordRoutes,
  agendas: agendaRoutes,
  agendaSupervision: agendaSupervisionRoutes,
  automations: automationRoutes,
  goals: goalRoutes,
  campaigns: campaignRoutes,
  followUp: followUpRoutes,
  followUpBoards: followUpBoardRoutes,
  quotes: quoteRoutes,
  orders: orderRoutes,
  payments: paymentRoutes,
  quoteEditing: quoteEditingRoutes,
  products: productRoutes,
  freight: freightRoutes,
  deliveryAddresses: deliveryAddressRoutes,
  documents: documentRoutes,
  negotiations: negotiationRoutes,
  currentAccounts: currentAccountRoutes,
  returns: returnRoutes,
  suggestions: suggestionRoutes,
  home: homeRoutes,
  banners: bannerRoutes,
  showcases: showcaseRoutes,
  salesLookups: salesLookupRoutes,
  salesPlatform: salesPlatformRoutes,
} satisfies Record<string, Routes>;

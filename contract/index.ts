import { agendaSupervisionRoutes } from './callcenter/agendas/agendaSupervision.ts';
import { agendaRoutes } from './callcenter/agendas/agendas.ts';
import { automationRoutes } from './callcenter/agendas/automations.ts';
import { followUpRoutes } from './callcenter/agendas/followUp.ts';
import { followUpBoardRoutes } from './callcenter/agendas/followUpBoards.ts';
import { incomingCallRoutes } from './callcenter/agendas/incomingCalls.ts';
import { receivedCallRoutes } from './callcenter/agendas/receivedCalls.ts';
import { serviceRecordRoutes } from './callcenter/agendas/serviceRecords.ts';
import { campaignRoutes } from './callcenter/campaigns.ts';
import { currentAccountRoutes } from './callcenter/currentAccounts.ts';
import { contactRoutes } from './callcenter/customers/contacts.ts';
import { customerDoubleRoutes } from './callcenter/customers/customerDoubles.ts';
import { customerGroupRoutes } from './callcenter/customers/customerGroups.ts';
import { customerMergeRoutes } from './callcenter/customers/customerMerges.ts';
import { customerPanelRoutes } from './callcenter/customers/customerPanel.ts';
import { customerUpkeepRoutes } from './callcenter/customers/customerUpkeep.ts';
import { deliveryAddressRoutes } from './callcenter/customers/deliveryAddresses.ts';
import { dimensionRoutes } from './callcenter/customers/dimensions.ts';
import { goalRoutes } from './callcenter/goals.ts';
import { homeRoutes } from './callcenter/home.ts';
import { bannerRoutes, showcaseRoutes } from './callcenter/homeContent.ts';
import { documentRoutes } from './callcenter/orders/documents.ts';
import { freightRoutes } from './callcenter/orders/freight.ts';
import { orderRoutes } from './callcenter/orders/orders.ts';
import { paymentRoutes } from './callcenter/orders/payments.ts';
import { returnRoutes } from './callcenter/orders/returns.ts';
import { productRoutes } from './callcenter/products.ts';
import { productWaitRoutes } from './callcenter/productWaits.ts';
import { negotiationRoutes } from './callcenter/quotes/negotiations.ts';
import { quoteEditingRoutes } from './callcenter/quotes/quoteEditing.ts';
import { quoteRoutes } from './callcenter/quotes/quotes.ts';
import { suggestionRoutes } from './callcenter/quotes/suggestions.ts';
import { salesLookupRoutes } from './callcenter/salesLookups.ts';
import { brandRoutes } from './config/brand.ts';
import { companyRuleRoutes } from './config/companyRules.ts';
import { definitionFileRoutes } from './config/definitionFiles.ts';
import { definitionRoutes } from './config/definitions.ts';
import { emailRoutes, receivedEmailRoutes } from './config/emails.ts';
import { demonstrationRoutes, firstStepRoutes } from './config/firstSteps.ts';
import { formRoutes } from './config/forms.ts';
import { healthRoutes } from './config/health.ts';
import { listFieldRoutes } from './config/listFields.ts';
import { nfeImportRoutes } from './config/nfeImports.ts';
import { nfeTrustRoutes } from './config/nfeTrust.ts';
import { parameterRoutes, salesPlatformRoutes } from './config/parameters.ts';
import { absenceRoutes, ownAbsenceRoutes } from './config/people/absences.ts';
import { auditRoutes } from './config/people/audit.ts';
import { peopleRoutes, viewAsRoutes } from './config/people/people.ts';
import { privacyRoutes } from './config/people/privacy.ts';
import { retentionRoutes } from './config/people/retention.ts';
import { roleRoutes } from './config/people/roles.ts';
import { platformRoutes } from './config/platform.ts';
import { savedViewRoutes } from './config/savedViews.ts';
import { serviceKeyRoutes } from './config/serviceKeys.ts';
import { articleRoutes } from './config/texts/articles.ts';
import { cannedReplyRoutes } from './config/texts/cannedReplies.ts';
import { publishedNoticeRoutes } from './config/texts/publishedNotices.ts';
import { webhookDeliveryRoutes, webhookRoutes } from './config/webhooks.ts';
import { wordRoutes } from './config/words.ts';
import { mapRoutes } from './map/mapRoutes.ts';
import { realtimeRoutes } from './realtime.ts';
import { dataRoutes } from './records/routes/dataApi.ts';
import { feedRoutes } from './records/routes/feed.ts';
import { fieldOwnerRoutes } from './records/routes/fieldOwners.ts';
import { importRoutes } from './records/routes/imports.ts';
import { ownTypeRoutes } from './records/routes/ownTypes.ts';
import { priceProposalRoutes } from './records/routes/priceProposals.ts';
import { recordRoutes } from './records/routes/records.ts';
import { typeRightRoutes } from './records/routes/typeRights.ts';
import type { Routes } from './route.ts';
import { customerRoutes } from './sac/customers.ts';
import { extraFieldRoutes } from './sac/extraFields.ts';
import { faqRoutes } from './sac/faq.ts';
import { fieldFileRoutes } from './sac/fieldFiles.ts';
import { invoicePaperRoutes } from './sac/invoicePapers.ts';
import { invoiceRoutes } from './sac/invoices.ts';
import { lookupRoutes } from './sac/lookups.ts';
import { mailAddressRoutes } from './sac/mailAddresses.ts';
import { noticeRoutes } from './sac/notices.ts';
import { pickupRoutes } from './sac/pickups.ts';
import { registrationLookupRoutes, registrationRoutes } from './sac/registration.ts';
import { dashboardPageRoutes } from './sac/reports/dashboardPages.ts';
import { dashboardPaperRoutes } from './sac/reports/dashboardPaper.ts';
import { dashboardSummaryRoutes } from './sac/reports/dashboardSummaries.ts';
import { dashboardRoutes, waitingRoutes } from './sac/reports/dashboards.ts';
import { homePageRoutes } from './sac/reports/homePages.ts';
import { reportDeskRoutes } from './sac/reports/reportDesk.ts';
import { reportRoutes } from './sac/reports/reports.ts';
import { wallRoutes } from './sac/reports/walls.ts';
import { searchRoutes } from './sac/search.ts';
import { surveyRoutes } from './sac/surveys.ts';
import { analysisSuggestionRoutes } from './sac/tickets/analysisSuggestions.ts';
import { macroRoutes } from './sac/tickets/macros.ts';
import { ticketBulkRoutes, ticketExportRoutes } from './sac/tickets/ticketBulk.ts';
import { ticketCatalogRoutes } from './sac/tickets/ticketCatalog.ts';
import { conversationRoutes } from './sac/tickets/ticketConversation.ts';
import { ticketCopyRoutes } from './sac/tickets/ticketCopies.ts';
import { ticketCostRoutes } from './sac/tickets/ticketCosts.ts';
import { ticketFollowerRoutes } from './sac/tickets/ticketFollowers.ts';
import { ticketItemRoutes } from './sac/tickets/ticketItems.ts';
import { ticketMergeRoutes } from './sac/tickets/ticketMerges.ts';
import { ticketMoveRoutes } from './sac/tickets/ticketMoves.ts';
import { ticketSnoozeRoutes } from './sac/tickets/ticketSnoozes.ts';
import { ticketSplitRoutes } from './sac/tickets/ticketSplits.ts';
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
  companyRules: companyRuleRoutes,
  definitionFiles: definitionFileRoutes,
  words: wordRoutes,
  audit: auditRoutes,
  parameters: parameterRoutes,
  roles: roleRoutes,
  absences: absenceRoutes,
  ownAbsences: ownAbsenceRoutes,
  people: peopleRoutes,
  viewAs: viewAsRoutes,
  serviceKeys: serviceKeyRoutes,
  records: recordRoutes,
  ownTypes: ownTypeRoutes,
  typeRights: typeRightRoutes,
  priceProposals: priceProposalRoutes,
  fieldOwners: fieldOwnerRoutes,
  dataApi: dataRoutes,
  feed: feedRoutes,
  webhooks: webhookRoutes,
  brand: brandRoutes,
  health: healthRoutes,
  privacy: privacyRoutes,
  retention: retentionRoutes,
  webhookDeliveries: webhookDeliveryRoutes,
  recordImports: importRoutes,
  nfeImports: nfeImportRoutes,
  nfeTrust: nfeTrustRoutes,
  articles: articleRoutes,
  publishedNotices: publishedNoticeRoutes,
  ticketCatalog: ticketCatalogRoutes,
  tickets: ticketRoutes,
  ticketMerges: ticketMergeRoutes,
  ticketSplits: ticketSplitRoutes,
  ticketSnoozes: ticketSnoozeRoutes,
  ticketFollowers: ticketFollowerRoutes,
  ticketCopies: ticketCopyRoutes,
  analysisSuggestions: analysisSuggestionRoutes,
  ticketMoves: ticketMoveRoutes,
  macros: macroRoutes,
  ticketBulk: ticketBulkRoutes,
  ticketExport: ticketExportRoutes,
  savedViews: savedViewRoutes,
  listFields: listFieldRoutes,
  conversation: conversationRoutes,
  ticketItems: ticketItemRoutes,
  ticketCosts: ticketCostRoutes,
  invoices: invoiceRoutes,
  invoicePapers: invoicePaperRoutes,
  lookups: lookupRoutes,
  customers: customerRoutes,
  registration: registrationRoutes,
  registrationLookups: registrationLookupRoutes,
  pickups: pickupRoutes,
  extraFields: extraFieldRoutes,
  fieldFiles: fieldFileRoutes,
  map: mapRoutes,
  faq: faqRoutes,
  mailAddresses: mailAddressRoutes,
  receivedEmails: receivedEmailRoutes,
  notices: noticeRoutes,
  surveys: surveyRoutes,
  dashboards: dashboardRoutes,
  dashboardPages: dashboardPageRoutes,
  dashboardPaper: dashboardPaperRoutes,
  homePages: homePageRoutes,
  walls: wallRoutes,
  dashboardSummaries: dashboardSummaryRoutes,
  reports: reportRoutes,
  reportDesk: reportDeskRoutes,
  search: searchRoutes,
  waiting: waitingRoutes,
  customerDoubles: customerDoubleRoutes,
  customerGroups: customerGroupRoutes,
  customerMerges: customerMergeRoutes,
  customerPanel: customerPanelRoutes,
  contacts: contactRoutes,
  dimensions: dimensionRoutes,
  customerUpkeep: customerUpkeepRoutes,
  incomingCalls: incomingCallRoutes,
  receivedCalls: receivedCallRoutes,
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
  productWaits: productWaitRoutes,
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

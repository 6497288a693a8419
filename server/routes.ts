import { agendaSupervisionImplementation } from './callcenter/agendaSupervision/index.ts';
import { agendaImplementation } from './callcenter/agendas/index.ts';
import { automationImplementation } from './callcenter/automations/index.ts';
import { campaignImplementation } from './callcenter/campaigns/index.ts';
import { contactImplementation } from './callcenter/contacts/index.ts';
import { currentAccountImplementation } from './callcenter/currentAccounts/index.ts';
import { customerDoubleImplementation } from './callcenter/customerDoubles/index.ts';
import { customerGroupImplementation } from './callcenter/customerGroups/index.ts';
import { customerMergeImplementation } from './callcenter/customerMerges/index.ts';
import { customerPanelImplementation } from './callcenter/customerPanel/index.ts';
import { customerUpkeepImplementation } from './callcenter/customerUpkeep/index.ts';
import { deliveryAddressImplementation } from './callcenter/deliveryAddresses/index.ts';
import { dimensionImplementation } from './callcenter/dimensions/index.ts';
import { documentImplementation } from './callcenter/documents/index.ts';
import { followUpImplementation } from './callcenter/followUp/index.ts';
import { followUpBoardImplementation } from './callcenter/followUpBoards/index.ts';
import { freightImplementation } from './callcenter/freight/index.ts';
import { goalImplementation } from './callcenter/goals/index.ts';
import { homeImplementation } from './callcenter/home/index.ts';
import { bannerImplementation, showcaseImplementation } from './callcenter/homeContent/index.ts';
import { incomingCallImplementation } from './callcenter/incomingCalls/index.ts';
import { receivedCallImplementation } from './callcenter/incomingCalls/received.ts';
import { negotiationImplementation } from './callcenter/negotiations/index.ts';
import { orderImplementation } from './callcenter/orders/index.ts';
import { paymentImplementation } from './callcenter/payments/index.ts';
import { productImplementation } from './callcenter/products/index.ts';
import { productWaitImplementation } from './callcenter/productWaits/index.ts';
import { quoteEditingImplementation } from './callcenter/quoteEditing/index.ts';
import { quoteImplementation } from './callcenter/quotes/index.ts';
import { returnImplementation } from './callcenter/returns/index.ts';
import { salesLookupImplementation } from './callcenter/salesLookups/index.ts';
import { serviceRecordImplementation } from './callcenter/serviceRecords/index.ts';
import { suggestionImplementation } from './callcenter/suggestions/index.ts';
import { companyRuleImplementation } from './companyRules/index.ts';
import { macroImplementation } from './companyRules/macros.ts';
import { articleImplementation } from './config/articles.ts';
import { auditImplementation } from './config/audit/index.ts';
import { brandImplementation } from './config/brand/index.ts';
import { cannedReplyImplementation } from './config/cannedReplies.ts';
import { definitionFileImplementation } from './config/definitions/bundles/index.ts';
import { definitionImplementation } from './config/definitions/index.ts';
import { emailImplementation } from './config/emails.ts';
import { fieldFileImplementation } from './config/fields/fieldFiles.ts';
import { extraFieldImplementation } from './config/fields/index.ts';
import { firstStepImplementation } from './config/firstSteps/index.ts';
import { formImplementation } from './config/forms/index.ts';
import { healthImplementation } from './config/health/index.ts';
import { listFieldImplementation } from './config/listFields/index.ts';
import { oidcImplementation } from './config/oidc/index.ts';
import { parameterImplementation, salesPlatformImplementation } from './config/parameters/index.ts';
import { absenceImplementation, ownAbsenceImplementation } from './config/people/absences.ts';
import { peopleImplementation } from './config/people/index.ts';
import { platformImplementation } from './config/platform/index.ts';
import { privacyImplementation } from './config/privacy/index.ts';
import { publishedNoticeImplementation } from './config/publishedNotices.ts';
import { retentionImplementation } from './config/retention/index.ts';
import { roleImplementation } from './config/roles/index.ts';
import { savedViewImplementation } from './config/savedViews/index.ts';
import { serviceKeyImplementation } from './config/serviceKeys.ts';
import { viewAsImplementation } from './config/viewAs/index.ts';
import { wordImplementation } from './config/words/index.ts';
import { demonstrationImplementation } from './demonstration/index.ts';
import { feedImplementation } from './feed/index.ts';
import type { Implementation } from './implement.ts';
import { mapImplementation } from './map/index.ts';
import { typeRightImplementation } from './records/custom/typeRights.ts';
import { dataImplementation } from './records/dataApi.ts';
import { fieldOwnerImplementation } from './records/fieldOwners.ts';
import { importImplementation } from './records/import/index.ts';
import { ownTypeImplementation, recordImplementation } from './records/index.ts';
import { priceProposalImplementation } from './records/priceProposals/index.ts';
import { customerImplementation } from './sac/customers/index.ts';
import { dashboardPageImplementation, dashboardSummaryImplementation } from './sac/dashboardPages/index.ts';
import { dashboardPaperImplementation } from './sac/dashboardPaper/index.ts';
import { dashboardImplementation, waitingImplementation } from './sac/dashboards/index.ts';
import { faqImplementation } from './sac/faq/index.ts';
import { homePageImplementation } from './sac/homePages/index.ts';
import { receivedEmailImplementation } from './sac/inbox/index.ts';
import { invoiceImplementation } from './sac/invoices/index.ts';
import { lookupImplementation } from './sac/lookups/index.ts';
import { mailAddressImplementation } from './sac/mailAddresses/index.ts';
import { nfeImportImplementation } from './sac/nfe/index.ts';
import { invoicePaperImplementation } from './sac/nfe/returns/index.ts';
import { nfeTrustImplementation } from './sac/nfe/trust/index.ts';
import { noticeImplementation } from './sac/notices/index.ts';
import { pickupImplementation } from './sac/pickups/index.ts';
import { registrationImplementation, registrationLookupImplementation } from './sac/registration/index.ts';
import { reportDeskImplementation } from './sac/reportDesk/index.ts';
import { reportViewerImplementation } from './sac/reportDesk/viewer.ts';
import { reportImplementation, reportStudioImplementation } from './sac/reports/index.ts';
import { searchImplementation } from './sac/search/index.ts';
import { surveyImplementation } from './sac/surveys/index.ts';
import { ticketCatalogImplementation } from './sac/ticketCatalog/index.ts';
import { ticketCostImplementation } from './sac/ticketCosts/index.ts';
import { ticketBulkImplementation } from './sac/tickets/bulk/index.ts';
import { conversationImplementation } from './sac/tickets/conversation.ts';
import { ticketCopyImplementation } from './sac/tickets/copies/index.ts';
import { ticketExportImplementation } from './sac/tickets/export/index.ts';
import { ticketFollowerImplementation } from './sac/tickets/followers/index.ts';
import { ticketImplementation } from './sac/tickets/index.ts';
import { ticketItemImplementation } from './sac/tickets/items.ts';
import { ticketMergeImplementation } from './sac/tickets/merge/index.ts';
import { ticketMoveImplementation } from './sac/tickets/moves/index.ts';
import { ticketSnoozeImplementation } from './sac/tickets/snooze/index.ts';
import { ticketSplitImplementation } from './sac/tickets/split/index.ts';
import { analysisSuggestionImplementation } from './sac/tickets/suggestions/index.ts';
import { wallImplementation } from './sac/walls/index.ts';
import { passkeyImplementation } from './session/passkeys/index.ts';
import { secondFactorImplementation } from './session/secondFactor/index.ts';
import { sessionImplementation } from './session/session.ts';
import { webhookDeliveryImplementation } from './webhooks/deliveries.ts';
import { webhookImplementation } from './webhooks/index.ts';

/** Every noun that the server implements. */
export const implementations: Implementation[] = [
  sessionImplementation,
  secondFactorImplementation,
  oidcImplementation,
  passkeyImplementation,
  platformImplementation,
  firstStepImplementation,
  demonstrationImplementation,
  formImplementation,
  emailImplementation,
  cannedReplyImplementation,
  definitionImplementation,
  definitionFileImplementation,
  wordImplementation,
  auditImplementation,
  parameterImplementation,
  roleImplementation,
  absenceImplementation,
  ownAbsenceImplementation,
  peopleImplementation,
  viewAsImplementation,
  importImplementation,
  serviceKeyImplementation,
  recordImplementation,
  ownTypeImplementation,
  typeRightImplementation,
  priceProposalImplementation,
  fieldOwnerImplementation,
  dataImplementation,
  feedImplementation,
  brandImplementation,
  healthImplementation,
  privacyImplementation,
  retentionImplementation,
  webhookImplementation,
  companyRuleImplementation,
  macroImplementation,
  webhookDeliveryImplementation,
  articleImplementation,
  publishedNoticeImplementation,
  customerImplementation,
  registrationImplementation,
  registrationLookupImplementation,
  extraFieldImplementation,
  fieldFileImplementation,
  mapImplementation,
  invoiceImplementation,
  invoicePaperImplementation,
  ticketImplementation,
  ticketBulkImplementation,
  ticketExportImplementation,
  savedViewImplementation,
  listFieldImplementation,
  conversationImplementation,
  ticketItemImplementation,
  ticketCostImplementation,
  ticketMergeImplementation,
  ticketSplitImplementation,
  ticketSnoozeImplementation,
  ticketCopyImplementation,
  ticketFollowerImplementation,
  analysisSuggestionImplementation,
  ticketMoveImplementation,
  faqImplementation,
  pickupImplementation,
  lookupImplementation,
  mailAddressImplementation,
  receivedEmailImplementation,
  noticeImplementation,
  surveyImplementation,
  dashboardImplementation,
  dashboardPageImplementation,
  dashboardPaperImplementation,
  homePageImplementation,
  wallImplementation,
  dashboardSummaryImplementation,
  waitingImplementation,
  nfeImportImplementation,
  nfeTrustImplementation,
  reportImplementation,
  reportStudioImplementation,
  reportDeskImplementation,
  reportViewerImplementation,
  searchImplementation,
  ticketCatalogImplementation,
  customerDoubleImplementation,
  customerGroupImplementation,
  customerMergeImplementation,
  customerPanelImplementation,
  contactImplementation,
  dimensionImplementation,
  customerUpkeepImplementation,
  incomingCallImplementation,
  receivedCallImplementation,
  serviceRecordImplementation,
  agendaImplementation,
  agendaSupervisionImplementation,
  automationImplementation,
  goalImplementation,
  campaignImplementation,
  followUpImplementation,
  followUpBoardImplementation,
  quoteImplementation,
  orderImplementation,
  paymentImplementation,
  quoteEditingImplementation,
  productImplementation,
  productWaitImplementation,
  freightImplementation,
  deliveryAddressImplementation,
  documentImplementation,
  negotiationImplementation,
  currentAccountImplementation,
  returnImplementation,
  suggestionImplementation,
  homeImplementation,
  bannerImplementation,
  showcaseImplementation,
  salesLookupImplementation,
  salesPlatformImplementation,
];

import * as agendaShapes from './callcenter/agendas/agendaShapes.ts';
import * as agendaSupervision from './callcenter/agendas/agendaSupervision.ts';
import * as automations from './callcenter/agendas/automations.ts';
import * as followUp from './callcenter/agendas/followUp.ts';
import * as followUpBoards from './callcenter/agendas/followUpBoards.ts';
import * as incomingCalls from './callcenter/agendas/incomingCalls.ts';
import * as nextContacts from './callcenter/agendas/nextContacts.ts';
import * as receivedCalls from './callcenter/agendas/receivedCalls.ts';
import * as serviceRecords from './callcenter/agendas/serviceRecords.ts';
import * as campaigns from './callcenter/campaigns.ts';
import * as currentAccounts from './callcenter/currentAccounts.ts';
import * as contacts from './callcenter/customers/contacts.ts';
import * as customerBulk from './callcenter/customers/customerBulk.ts';
import * as customerDoubles from './callcenter/customers/customerDoubles.ts';
import * as customerGroups from './callcenter/customers/customerGroups.ts';
import * as customerMerges from './callcenter/customers/customerMerges.ts';
import * as customerNow from './callcenter/customers/customerNow.ts';
import * as customerPanel from './callcenter/customers/customerPanel.ts';
import * as customerUpkeep from './callcenter/customers/customerUpkeep.ts';
import * as deliveryAddresses from './callcenter/customers/deliveryAddresses.ts';
import * as dimensions from './callcenter/customers/dimensions.ts';
import * as panelCustomer from './callcenter/customers/panelCustomer.ts';
import * as goals from './callcenter/goals.ts';
import * as home from './callcenter/home.ts';
import * as homeContent from './callcenter/homeContent.ts';
import * as documents from './callcenter/orders/documents.ts';
import * as freight from './callcenter/orders/freight.ts';
import * as orderRow from './callcenter/orders/orderRow.ts';
import * as payments from './callcenter/orders/payments.ts';
import * as repeatedOrder from './callcenter/orders/repeatedOrder.ts';
import * as returns from './callcenter/orders/returns.ts';
import * as competitorPrices from './callcenter/productShapes.ts';
import * as productWaits from './callcenter/productWaits.ts';
import * as negotiations from './callcenter/quotes/negotiations.ts';
import * as offerShapes from './callcenter/quotes/offerShapes.ts';
import * as proposedTerms from './callcenter/quotes/proposedTerms.ts';
import * as quoteEditing from './callcenter/quotes/quoteEditing.ts';
import * as quoteEntry from './callcenter/quotes/quoteEntry.ts';
import * as quoteShapes from './callcenter/quotes/quoteShapes.ts';
import * as quotes from './callcenter/quotes/quotes.ts';
import * as quoteTaxes from './callcenter/quotes/quoteTaxes.ts';
import * as simulation from './callcenter/quotes/simulation.ts';
import * as suggestions from './callcenter/quotes/suggestions.ts';
import * as brand from './config/brand.ts';
import * as companyRules from './config/companyRules.ts';
import * as definitionFiles from './config/definitionFiles.ts';
import * as definitions from './config/definitions.ts';
import * as emails from './config/emails.ts';
import * as receivedEmails from './config/emails.ts';
import * as demonstration from './config/firstSteps.ts';
import * as firstSteps from './config/firstSteps.ts';
import * as forms from './config/forms.ts';
import * as health from './config/health.ts';
import * as listFields from './config/listFields.ts';
import * as nfeImports from './config/nfeImports.ts';
import * as nfeTrust from './config/nfeTrust.ts';
import * as parameters from './config/parameters.ts';
import * as absences from './config/people/absences.ts';
import * as audit from './config/people/audit.ts';
import * as people from './config/people/people.ts';
import * as privacy from './config/people/privacy.ts';
import * as retention from './config/people/retention.ts';
import * as roles from './config/people/roles.ts';
import * as platform from './config/platform.ts';
import * as savedViews from './config/savedViews.ts';
import * as serviceKeys from './config/serviceKeys.ts';
import * as articles from './config/texts/articles.ts';
import * as cannedReplies from './config/texts/cannedReplies.ts';
import * as publishedNotices from './config/texts/publishedNotices.ts';
import * as webhooks from './config/webhooks.ts';
import * as words from './config/words.ts';
import * as listSums from './listSums.ts';
import * as realtime from './realtime.ts';
import * as dataApi from './records/routes/dataApi.ts';
import * as feed from './records/routes/feed.ts';
import * as ownTypes from './records/routes/ownTypes.ts';
import * as priceProposals from './records/routes/priceProposals.ts';
import * as recordImports from './records/routes/recordImport.ts';
import * as importSettings from './records/routes/recordImport.ts';
import * as records from './records/routes/records.ts';
import * as typeRights from './records/routes/typeRights.ts';
import * as route from './route.ts';
import * as rule from './rules/agendas/automation.ts';
import * as showcase from './rules/sales/showcase.ts';
import * as stepInput from './rules/steps/stepInput.ts';
import * as ticketDraft from './rules/tickets/ticketDraft.ts';
import * as consumerForm from './rules/tickets/ticketInput.ts';
import * as ticketType from './rules/tickets/ticketType.ts';
import * as customers from './sac/customers.ts';
import * as extraFields from './sac/extraFields.ts';
import * as faq from './sac/faq.ts';
import * as invoicePapers from './sac/invoicePapers.ts';
import * as invoices from './sac/invoices.ts';
import * as customerRef from './sac/lookups.ts';
import * as lookups from './sac/lookups.ts';
import * as mailAddresses from './sac/mailAddresses.ts';
import * as notices from './sac/notices.ts';
import * as pickups from './sac/pickups.ts';
import * as registration from './sac/registration.ts';
import * as dashboardPages from './sac/reports/dashboardPages.ts';
import * as dashboardSummaries from './sac/reports/dashboardSummaries.ts';
import * as dashboards from './sac/reports/dashboards.ts';
import * as waiting from './sac/reports/dashboards.ts';
import * as homePages from './sac/reports/homePages.ts';
import * as reportDesk from './sac/reports/reportDesk.ts';
import * as reports from './sac/reports/reports.ts';
import * as shownBlocks from './sac/reports/shownBlocks.ts';
import * as walls from './sac/reports/walls.ts';
import * as search from './sac/search.ts';
import * as surveys from './sac/surveys.ts';
import * as analysisSuggestions from './sac/tickets/analysisSuggestions.ts';
import * as macros from './sac/tickets/macros.ts';
import * as ticketBulk from './sac/tickets/ticketBulk.ts';
import * as ticketCatalog from './sac/tickets/ticketCatalog.ts';
import * as ticketConversation from './sac/tickets/ticketConversation.ts';
import * as ticketCopies from './sac/tickets/ticketCopies.ts';
import * as ticketCosts from './sac/tickets/ticketCosts.ts';
import * as ticketFollowers from './sac/tickets/ticketFollowers.ts';
import * as ticketItems from './sac/tickets/ticketItems.ts';
import * as ticketMerges from './sac/tickets/ticketMerges.ts';
import * as ticketMoves from './sac/tickets/ticketMoves.ts';
import * as ticketSnoozes from './sac/tickets/ticketSnoozes.ts';
import * as ticketSplits from './sac/tickets/ticketSplits.ts';
import * as tickets from './sac/tickets.ts';
import * as oidc from './session/oidc.ts';
import * as passkeys from './session/passkeys.ts';
import * as secondFactor from './session/secondFactor.ts';
import * as session from './session/session.ts';
import * as sharedShapes from './sharedShapes.ts';

/**
 * The modules whose schemas are named in OpenAPI: each export with a capital letter is an entity of that name. A test
 * requires every module that has one to be listed, and each name to have only one shape.
 */
export const entityModules: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  agendaShapes,
  agendaSupervision,
  automations,
  incomingCalls,
  receivedCalls,
  nextContacts,
  campaigns,
  competitorPrices,
  productWaits,
  contacts,
  currentAccounts,
  customerBulk,
  customerDoubles,
  customerGroups,
  customerMerges,
  customerNow,
  customerPanel,
  customerUpkeep,
  deliveryAddresses,
  dimensions,
  documents,
  followUp,
  followUpBoards,
  freight,
  goals,
  home,
  homeContent,
  negotiations,
  offerShapes,
  orderRow,
  panelCustomer,
  payments,
  repeatedOrder,
  quoteEditing,
  quoteEntry,
  proposedTerms,
  quoteShapes,
  quoteTaxes,
  simulation,
  quotes,
  returns,
  serviceRecords,
  suggestions,
  articles,
  audit,
  cannedReplies,
  definitionFiles,
  definitions,
  demonstration,
  emails,
  firstSteps,
  forms,
  parameters,
  absences,
  people,
  serviceKeys,
  dataApi,
  feed,
  webhooks,
  brand,
  companyRules,
  health,
  privacy,
  retention,
  platform,
  publishedNotices,
  receivedEmails,
  realtime,
  roles,
  savedViews,
  listFields,
  listSums,
  words,
  importSettings,
  recordImports,
  nfeImports,
  nfeTrust,
  ownTypes,
  typeRights,
  priceProposals,
  records,
  route,
  rule,
  consumerForm,
  showcase,
  stepInput,
  ticketDraft,
  ticketType,
  customerRef,
  customers,
  dashboardPages,
  dashboardSummaries,
  homePages,
  shownBlocks,
  walls,
  dashboards,
  extraFields,
  faq,
  invoicePapers,
  invoices,
  lookups,
  mailAddresses,
  notices,
  surveys,
  pickups,
  registration,
  reportDesk,
  reports,
  search,
  analysisSuggestions,
  macros,
  ticketBulk,
  ticketMerges,
  ticketCatalog,
  ticketConversation,
  ticketCosts,
  ticketCopies,
  ticketFollowers,
  ticketItems,
  ticketMoves,
  ticketSnoozes,
  ticketSplits,
  tickets,
  waiting,
  secondFactor,
  oidc,
  passkeys,
  session,
  sharedShapes,
};

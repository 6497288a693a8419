import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import * as tables from '#server/db/tables/index.ts';
import { ACCOUNT_HOLDINGS } from './account.ts';
import { CUSTOMER_HOLDINGS } from './customer.ts';
import { endedTicket, ofCustomers, ofTickets, type PersonalDataTable } from './holding.ts';
import { TICKET_HOLDINGS } from './ticket.ts';

type TableKey = {
  [Key in keyof typeof tables]: (typeof tables)[Key] extends PgTable ? Key : never;
}[keyof typeof tables];

const { customerFiles, files, receivedEmails, ticketAttachments } = tables;

/** Once unlinked, a file is removed from the store by the hourly sweep. */
const UNLINKED = { linkedAt: null, createdAt: new Date(0), name: 'eliminado' };
const DISCLOSED_OF_FILES = { arquivo: files.id, nome: files.name, tamanho: files.size };

/** Files are erased together with the rows that refer to them, and before those. */
const PERSONAL_FILES: readonly PersonalDataTable[] = [
  {
    group: 'ATENDIMENTO',
    title: 'arquivosDosTickets',
    table: files,
    rows: (whose) => attached(ofTickets(ticketAttachments.ticketId)(whose)),
    ended: (cutoffs) => attached(endedTicket(ticketAttachments.ticketId)(cutoffs)),
    disclosed: DISCLOSED_OF_FILES,
    erase: UNLINKED,
  },
  {
    group: 'CADASTRO',
    title: 'arquivosEnviados',
    table: files,
    rows: (whose) =>
      sql`${files.id} in (select ${customerFiles.fileId} from ${customerFiles} where ${ofCustomers(customerFiles.customerId)(whose)})`,
    disclosed: DISCLOSED_OF_FILES,
    erase: UNLINKED,
  },
  {
    group: 'COMUNICACOES',
    title: 'emailsRecebidosComoVieram',
    table: files,
    rows: ({ emails }) =>
      sql`${files.id} in (select ${receivedEmails.fileId} from ${receivedEmails}
        where lower(${receivedEmails.fromAddress}) = any(${sql.param([...emails])}::text[]))`,
    disclosed: DISCLOSED_OF_FILES,
    erase: UNLINKED,
  },
];

const attached = (condition: SQL): SQL =>
  sql`${files.id} in (select ${ticketAttachments.fileId} from ${ticketAttachments} where ${condition})`;

/**
 * What each table holds about consumers, customers and their contacts; the compiler requires an entry for every table. NADA:
 * nothing personal. EQUIPE: data of people who work here, whose account is closed in Pessoas and whose name stays on what
 * they did. PASSA: kept for days, then swept. PROPRIO: by the fields marked in a custom record type (held.ts).
 */
const PERSONAL: Readonly<
  Record<TableKey, readonly PersonalDataTable[] | 'NADA' | 'EQUIPE' | 'PASSA' | 'PROPRIO'>
> = {
  // Before the rows that refer to them.
  files: PERSONAL_FILES,
  ...CUSTOMER_HOLDINGS,
  ...ACCOUNT_HOLDINGS,
  ...TICKET_HOLDINGS,
  accounts: 'EQUIPE',
  activities: 'NADA',
  agendaCapacities: 'EQUIPE',
  agendaReasons: 'NADA',
  automations: 'NADA',
  backupRuns: 'NADA',
  banners: 'NADA',
  branches: 'NADA',
  bulkJobRows: 'PASSA',
  bulkJobs: 'PASSA',
  campaignProducts: 'NADA',
  campaignResults: 'EQUIPE',
  campaigns: 'NADA',
  cannedReplies: 'NADA',
  carriers: 'NADA',
  competitors: 'NADA',
  configurationState: 'NADA',
  contactTypes: 'NADA',
  couponProducts: 'NADA',
  coupons: 'NADA',
  customerBranches: 'NADA',
  customerCarriers: 'NADA',
  customerClassifications: 'NADA',
  customerCreditLimits: 'NADA',
  customerMix: 'NADA',
  customerSegments: 'NADA',
  customerSellers: 'EQUIPE',
  defaultViews: 'EQUIPE',
  roleViews: 'NADA',
  definitionFiles: 'NADA',
  companyRules: 'NADA',
  macroUses: 'EQUIPE',
  definitionBundleItems: 'NADA',
  definitionBundleParts: 'NADA',
  definitionBundles: 'NADA',
  definitions: 'NADA',
  definitionUses: 'NADA',
  definitionVerdicts: 'NADA',
  definitionVersions: 'NADA',
  dimensionOptions: 'NADA',
  dimensions: 'NADA',
  // Named by people of the company, and gone with its last members.
  customerGroups: 'NADA',
  distinctCustomers: 'NADA',
  erasures: 'NADA',
  externalCodes: 'NADA',
  faqArticles: 'NADA',
  faqKinds: 'NADA',
  feedEntries: 'PASSA',
  feedPending: 'PASSA',
  feedState: 'NADA',
  followUpStages: 'NADA',
  followUpTypes: 'NADA',
  formValidators: 'NADA',
  freightConditions: 'NADA',
  freightLegs: 'NADA',
  freightRoutes: 'NADA',
  freightTypes: 'NADA',
  goals: 'EQUIPE',
  importBatches: 'PASSA',
  importPresets: 'NADA',
  installation: 'NADA',
  accountOpenings: 'NADA',
  invoiceItems: 'NADA',
  pastOrderItems: 'NADA',
  leadSources: 'NADA',
  loginFailures: 'PASSA',
  lossReasons: 'NADA',
  negotiationReasons: 'NADA',
  nfeAuthorities: 'NADA',
  nfeImportRows: 'PASSA',
  nfeImports: 'PASSA',
  nfeRechecks: 'PASSA',
  // They leave with their document.
  nfeReturnLines: 'NADA',
  paperDeductions: 'NADA',
  // Leaves with the last file that it signed.
  nfeSigners: 'PASSA',
  oidcAttempts: 'PASSA',
  operatorStatuses: 'EQUIPE',
  orderCampaigns: 'NADA',
  outboxAttachments: 'PASSA',
  packagings: 'NADA',
  parameters: 'NADA',
  passkeyChallenges: 'PASSA',
  passwordResets: 'PASSA',
  paymentCharges: 'NADA',
  paymentLinks: 'NADA',
  paymentMethods: 'NADA',
  paymentPlans: 'NADA',
  assignmentTurns: 'EQUIPE',
  personSkills: 'EQUIPE',
  skills: 'NADA',
  personAbsences: 'EQUIPE',
  personBranches: 'EQUIPE',
  pickups: 'NADA',
  pickupTickets: 'NADA',
  postalCodes: 'NADA',
  priceRules: 'NADA',
  priceTables: 'NADA',
  productLinks: 'NADA',
  productModels: 'NADA',
  productPrices: 'NADA',
  products: 'NADA',
  productStock: 'NADA',
  quotedProducts: 'NADA',
  realtimeEvents: 'PASSA',
  realtimeMembers: 'PASSA',
  reasons: 'NADA',
  recordFollowings: 'NADA',
  recordOwners: 'NADA',
  recordImportRefusals: 'PASSA',
  recordImports: 'PASSA',
  records: 'PROPRIO',
  regions: 'NADA',
  reportRuns: 'PASSA',
  reportSchedules: 'EQUIPE',
  reportSets: 'EQUIPE',
  reportTickets: 'PASSA',
  representatives: 'EQUIPE',
  returnInvoices: 'NADA',
  retentionRules: 'EQUIPE',
  retentionRuns: 'NADA',
  roles: 'NADA',
  sectors: 'NADA',
  serverNodes: 'NADA',
  dashboardWalls: 'EQUIPE',
  serviceKeys: 'EQUIPE',
  serviceReasons: 'NADA',
  showcases: 'NADA',
  stockMovements: 'NADA',
  suggestionMenus: 'NADA',
  taxRegistry: 'NADA',
  ticketInvoices: 'NADA',
  ticketMenus: 'NADA',
  ticketMovements: 'NADA',
  ticketNews: 'PASSA',
  ticketOrigins: 'NADA',
  ticketMerges: 'NADA',
  ticketSplits: 'NADA',
  ticketSnoozes: 'NADA',
  ticketFollowers: 'NADA',
  analysisOutcomes: 'NADA',
  proposedAnalyses: 'NADA',
  ticketTypes: 'NADA',
  tintColors: 'NADA',
  tintPrices: 'NADA',
  trackingEvents: 'NADA',
  trafficSources: 'NADA',
  usedCaptchas: 'PASSA',
  ruleActions: 'NADA',
  ruleCursor: 'NADA',
  ruleRuns: 'NADA',
  usedCallMessages: 'PASSA',
  usedLogoutTokens: 'PASSA',
  webhookDeliveries: 'PASSA',
  webhooks: 'NADA',
};

/** All holdings, in the order of erasure. */
export const HOLDINGS: readonly PersonalDataTable[] = Object.values(PERSONAL).flatMap((one) =>
  typeof one === 'string' ? [] : one,
);

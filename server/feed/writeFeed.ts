import { sql } from 'drizzle-orm';
import type { FeedEvent } from '#contract/records/routes/feed.ts';
import type { Executor } from '../db/client.ts';
import { insertMany } from '../db/manyRows.ts';
import { feedPending } from '../db/tables/index.ts';
import { signalFeed } from '../realtime/signal.ts';

/** What the feed reports about a record that can no longer be looked up. */
export interface KnownAs {
  code: string;
  /** The key of its record type, needed if its table holds several types. */
  type?: string;
  /** For a deleted record: the branches whose people could see it. Users who see every branch are notified anyway. */
  branchIds?: readonly number[];
}

interface AuditedChange {
  action: string;
  entity: string;
  entityId: string | number;
  personId?: number | undefined;
  knownAs?: KnownAs | undefined;
  internal?: boolean | undefined;
  before?: Readonly<Record<string, unknown>> | undefined;
  after?: Readonly<Record<string, unknown>> | undefined;
}

/** Says that a transaction imports, so that rules of the company may leave out what it writes (feed_pending.origin). */
export const markImport = (tx: Executor) =>
  tx.execute(sql`select set_config('balcao.origem', 'IMPORTACAO', true)`);

/** Audit actions that change nothing: data that left the company, and requests made. */
const NO_CHANGE: ReadonlySet<string> = new Set([
  'EXPORTAR',
  'ENVIAR_EMAIL',
  'CONSULTAR_DOCUMENTO',
  'PEDIR_TRANSFERENCIA',
  'BAIXAR_DADOS_PESSOAIS',
  // What happened to each record is published separately (config/privacy/publishErased.ts).
  'ELIMINAR_DADOS_PESSOAIS',
]);
const CREATED: ReadonlySet<string> = new Set(['CRIAR', 'IMPORTAR', 'CADASTRAR_CLIENTE']);
/** Types that move through steps; for all others any change is just a change. */
const MOVES: ReadonlySet<string> = new Set([
  'tickets',
  'pedidos',
  'atendimentos',
  'agendas',
  'objetivos-operadores',
  'campanhas-vendas',
]);

/** The feed entries for an audit entry; none if it does not concern other systems. */
export function feedRowsOf({ action, entity, entityId, knownAs, internal = false }: AuditedChange) {
  const type = knownAs?.type ?? (Object.hasOwn(FEED_TYPE_OF, entity) ? FEED_TYPE_OF[entity] : undefined);
  const recordId = Number(entityId);
  if (!type || NO_CHANGE.has(action) || !Number.isSafeInteger(recordId) || recordId < 1) return [];
  const happened = whatHappened(type, action);
  const step = happened === 'passo' ? action : '';
  const row = {
    type,
    recordId,
    happened,
    step,
    code: knownAs?.code ?? String(recordId),
    branchIds: knownAs?.branchIds ? [...knownAs.branchIds] : null,
    internal,
  };
  // A payment is identified by its order.
  const paid = { ...row, type: 'pagamentos', happened: 'criado' as const, step: '' };
  return type === 'pedidos' && action === 'PAGAR' ? [row, paid] : [row];
}

/** The fields whose values differ; of a record that is new or gone all do, which says nothing. */
function changedIn({ action, before = {}, after = {} }: AuditedChange): string[] {
  if (CREATED.has(action) || action === 'EXCLUIR') return [];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
}

function whatHappened(type: string, action: string): FeedEvent {
  if (action === 'EXCLUIR') return 'excluido';
  if (CREATED.has(action)) return 'criado';
  return MOVES.has(type) && action !== 'ALTERAR' ? 'passo' : 'alterado';
}

/**
 * Adds changes to the feed, within their transaction. Called by the audit, through which every write passes, so that no write
 * can forget to publish. The changes get their places in the feed once they are committed (sequencer.ts).
 */
export async function writeFeed(
  tx: Executor,
  { personId, at }: { personId: (entry: AuditedChange) => number | null; at: Date },
  entries: readonly AuditedChange[],
): Promise<void> {
  const rows = entries.flatMap((entry) =>
    feedRowsOf(entry).map((row) => ({ ...row, personId: personId(entry), at, changed: changedIn(entry) })),
  );
  if (rows.length === 0) return;
  await insertMany(tx, feedPending, rows);
  await signalFeed(tx, 'written');
}

/**
 * Maps each audited noun to its feed type. Every table of a record type is listed here (a test checks it), so that the audit,
 * through which all writes pass, does not need to know the types.
 */
export const FEED_TYPE_OF: Readonly<Record<string, string>> = {
  tickets: 'tickets',
  orders: 'pedidos',
  // Audited under the order's id.
  price_negotiations: 'pedidos',
  customer_contacts: 'contatos',
  service_records: 'atendimentos',
  delivery_addresses: 'enderecos-entrega',
  agendas: 'agendas',
  goals: 'objetivos-operadores',
  campaigns: 'campanhas-vendas',
  // Audited under the customer's id.
  customer_mix: 'mix',
  branches: 'filiais',
  sectors: 'setores',
  skills: 'habilidades',
  regions: 'regioes',
  representatives: 'representantes',
  carriers: 'transportadoras',
  payment_methods: 'cobrancas',
  payment_plans: 'planos-pagamento',
  customers: 'clientes',
  invoices: 'notas',
  invoice_titles: 'titulos',
  past_orders: 'historico-pedidos',
  customer_credit_limits: 'limites-credito',
  customer_credits: 'creditos-cliente',
  customer_restrictions: 'restricoes-cliente',
  products: 'produtos',
  price_tables: 'tabelas-preco',
  product_prices: 'precos',
  product_stock: 'estoque',
  product_models: 'modelos-produto',
  traffic_sources: 'origens-trafego',
  competitors: 'concorrentes',
  activities: 'atividades',
  lead_sources: 'como-conheceu',
  customer_classifications: 'classificacoes',
  contact_types: 'tipos-contato',
  customer_segments: 'segmentos',
  agenda_reasons: 'motivos-agenda',
  negotiation_reasons: 'motivos-negociacao',
  loss_reasons: 'motivos-perda',
  service_reasons: 'motivos-atendimento',
  freight_conditions: 'condicionais-frete',
  dimensions: 'dimensoes',
  price_rules: 'regras-preco',
  product_links: 'produtos-relacionados',
  tint_colors: 'cores-tinta',
  tint_prices: 'precos-tinta',
  coupons: 'cupons',
  suggestion_menus: 'menus-sugestoes',
  account_openings: 'saldos-iniciais',
  tracking_events: 'eventos-rastreio',
  freight_types: 'tipos-frete',
  freight_routes: 'rotas-frete',
  postal_codes: 'ceps',
  ticket_menus: 'menus-ticket',
  ticket_types: 'tipos-ticket',
  reasons: 'motivos-ticket',
  ticket_origins: 'origens-ticket',
};

/**
 * Audited nouns that other systems are not notified of, each with the reason. A new noun must be listed here or above (a test
 * checks it).
 */
export const OUTSIDE_FEED: Readonly<Record<string, string>> = {
  accounts: 'money of sellers within the console; what an ERP books are orders and payments',
  agenda_capacities: 'how much work a person takes, of the console alone',
  audit_log: 'what was swept of it',
  automations: 'rules of the console that make agendas',
  banners: 'content of the home page',
  bulk_jobs: 'a list of tickets, each of which is told',
  canned_replies: 'texts of the console',
  company_rules: 'how the console is set up; what they do is told as what it is',
  product_waits: 'what sellers promised, for quotes of the console',
  competitor_prices: 'what sellers hear of others, for quotes of the console',
  customer_groups: 'which customers belong together, for the console alone',
  distinct_customers: 'which registrations are not the same customer, for whoever merges them in the console',
  customer_dimensions: 'answers to questions of the console’s own',
  definition_bundles: 'how the console is set up, several definitions at once',
  definitions: 'how the console is set up',
  dials: 'what the telephone was asked to do; the agenda and the service record of a call are told',
  incoming_calls: 'who called, and in a word what came of it: for the console alone',
  documents: 'who asked for somebody else’s customer',
  faq_articles: 'content of the console',
  follow_up_types: 'boards of the console',
  import_presets: 'how files are read',
  installation: 'the console itself',
  mail_addresses: 'what an address does not want, for the mail of the console',
  nfe_authorities: 'how the console is set up',
  nfe_imports: 'a list of notes, each of which is told',
  notices: 'content of the console',
  operator_statuses: 'who is at the desk',
  outbox_emails: 'mail of the console',
  parameters: 'how the console is set up',
  people: 'accounts: no key reads them',
  person_absences: 'accounts: no key reads them',
  pickups: 'a step of its ticket, which is told',
  quoted_products: 'what customers asked the price of, for sellers of the console',
  received_emails: 'mail of the console; the message that one becomes is told with its ticket',
  record_imports: 'a list of records, each of which is told',
  record_owners: 'how records are written',
  // Published under the key of its type.
  records: 'each is told as its own type',
  report_runs: 'who read what',
  report_schedules: 'reports of the console',
  report_sets: 'reports of the console',
  retention_rules: 'how long data are kept; what goes is told as what it is',
  roles: 'permissions: no key reads them',
  saved_views: 'lists of people',
  service_keys: 'keys: no key reads them',
  dashboard_walls: 'keys of displays',
  showcases: 'content of the home page',
  suggestions: 'lists that sellers work from',
  webhooks: 'how others are told',
};

import type pg from 'pg';
import * as tables from '../../tables/index.ts';
import { inTransaction, withBareTables } from '../copyRows.ts';
import { setSequence } from '../demo/writeCompany.ts';
import { writeCustomers } from './multiply.ts';
import * as statements from './salesStatements.ts';

interface SalesGrowth {
  /** The totals to reach; if there are more already, nothing changes. */
  customers: number;
  orders: number;
  agendas: number;
  today: Date;
  say: (text: string) => void;
}

/** Differs from the seeds of the small company and of the tickets. */
const SEED = 20_261_123;
const TABLES = [
  'customers',
  'customer_branches',
  'customer_carriers',
  'customer_sellers',
  'orders',
  'order_items',
  'payment_links',
  'invoices',
  'invoice_items',
  'invoice_titles',
  'agendas',
  'service_records',
  'customer_log',
];
/** Tables of a customer's details that are copied from a customer of the small company. */
const COPIED = [
  'customer_contacts',
  'customer_phones',
  'customer_emails',
  'customer_dimensions',
  'customer_credit_limits',
  'delivery_addresses',
];
/** Registration columns; everything else is the customer's own. */
const COLUMNS = [
  'activity_id',
  'lead_source_id',
  'price_table_id',
  'classification_id',
  'category',
  'sales_class',
  'network',
  'max_mean_term',
  'logistics_note',
  'contact_every',
  'do_not_contact',
  'served_on',
];

/** Enlarges the sales data: customers, quotes and orders with invoices and titles, agendas, conversations. */
export async function multiplySales(pool: pg.Pool, growth: SalesGrowth): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query("set local work_mem = '256MB'");
    await withBareTables(client, [...TABLES, ...COPIED], () => grow(client, growth), growth.say);
  });
}

async function grow(client: pg.PoolClient, growth: SalesGrowth): Promise<void> {
  const first = await firstIds(client);
  const step: Step = async (what, sql, values = []) => {
    growth.say(`${what}…`);
    await client.query(sql, values);
  };
  const day = growth.today.toISOString().slice(0, 10);
  await growCustomers(client, step, {
    count: growth.customers - first.customers + 1,
    firstId: first.customers,
    day,
  });
  const context: GrowthContext = {
    client,
    step,
    first,
    customers: Math.max(growth.customers, first.customers - 1),
    day,
  };
  await growOrders(context, growth.orders - first.orders + 1);
  await growAgendas(context, growth.agendas - first.agendas + 1);
  await step('Registro de atividade', statements.LOG, [
    first.orders,
    first.agendas,
    first.conversations,
    first.customers,
  ]);
  for (const table of [tables.customers, tables.orders, tables.invoices, tables.agendas])
    await setSequence(client, table);
}

type Step = (what: string, sql: string, values?: unknown[]) => Promise<void>;

interface GrowthContext {
  client: pg.PoolClient;
  step: Step;
  first: Awaited<ReturnType<typeof firstIds>>;
  customers: number;
  day: string;
}

async function growCustomers(
  client: pg.PoolClient,
  step: Step,
  { count, firstId, day }: { count: number; firstId: number; day: string },
): Promise<void> {
  if (count < 1) return;
  await step('Clientes', 'analyze person_branches');
  await writeCustomers(client, { seed: SEED, count, firstId, today: day });
  await client.query('analyze customers, customer_branches');
  // Pending trigger events are kept in memory for each row until a statement ends.
  const inParts = async (what: string, sql: string) => {
    for (let from = firstId; from < firstId + count; from += PART)
      await step(what, sql, [from, Math.min(from + PART, firstId + count)]);
  };
  await inParts('Cadastros', likeTemplates(COLUMNS));
  await step('Vendedores', statements.CUSTOMER_SELLERS, [firstId]);
  for (const table of COPIED) await inParts(table, await copyToCustomers(client, table));
}

/** Number of customers written at once. */
const PART = 100_000;

/**
 * $1 first customer of a part, $2 the one after its last. The first two customers are for the examples and serve as no one's
 * template.
 */
const TEMPLATE = '3 + c.id % 390';

const likeTemplates = (columns: readonly string[]) => `
  update customers c set ${columns.map((column) => `${column} = t.${column}`).join(', ')}
  from customers t where t.id = ${TEMPLATE} and c.id >= $1 and c.id < $2`;

async function copyToCustomers(client: pg.PoolClient, table: string): Promise<string> {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names
     from information_schema.columns
     where table_schema = 'public' and table_name = $1 and column_name not in ('id', 'customer_id', 'code')`,
    [table],
  );
  const names = rows[0]?.names ?? '';
  return `insert into ${table} (customer_id, ${names})
    select c.id, ${names.replaceAll(/(^|, )/g, '$1t.')} from customers c join ${table} t on t.customer_id = ${TEMPLATE} where c.id >= $1 and c.id < $2`;
}

async function growOrders(
  { client, step, first, customers, day }: GrowthContext,
  count: number,
): Promise<void> {
  if (count < 1) return;
  const midnight = `${day}T00:00:00Z`;
  await step('Plano dos pedidos', statements.ORDER_PLAN, [customers, count, first.orders, midnight]);
  await client.query('analyze order_plan');
  await step('Orçamentos e pedidos', statements.ORDERS, [midnight]);
  await step('Itens dos pedidos', statements.ORDER_ITEMS);
  await step('Links de pagamento', statements.PAYMENT_LINKS);
  await client.query('analyze orders, order_items');
  await step('Notas dos pedidos', statements.INVOICES, [first.invoices, first.invoiceNumber, first.orders]);
  await client.query('analyze invoices');
  await step('Itens das notas', statements.INVOICE_LINES, [first.invoices]);
  await step('Títulos', statements.TITLES, [first.invoices, day]);
  await step('Legendas', statements.BADGES, [first.customers, day]);
}

async function growAgendas(
  { client, step, first, customers, day }: GrowthContext,
  count: number,
): Promise<void> {
  if (count < 1) return;
  const midnight = `${day}T00:00:00Z`;
  await step('Plano das agendas', statements.AGENDA_PLAN, [customers, count, first.agendas, midnight]);
  await client.query('analyze agenda_plan');
  await step('Agendas', statements.AGENDAS, [midnight]);
  await step('Atendimentos', statements.CONVERSATIONS, [first.agendas]);
}

async function firstIds(client: pg.PoolClient) {
  const next = async (table: string, column = 'id'): Promise<number> => {
    const { rows } = await client.query<{ id: number }>(
      `select coalesce(max(${column}), 0) + 1 as id from ${table}`,
    );
    return rows[0]?.id ?? 1;
  };
  return {
    customers: await next('customers'),
    orders: await next('orders'),
    invoices: await next('invoices'),
    invoiceNumber: await next('invoices', 'number'),
    agendas: await next('agendas'),
    conversations: await next('service_records'),
  };
}

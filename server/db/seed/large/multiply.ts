import type pg from 'pg';
import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { invoices } from '../../tables/index.ts';
import * as tables from '../../tables/index.ts';
import { copyRows, inTransaction, withBareTables } from '../copyRows.ts';
import { newChance } from '../demo/chance.ts';
import { invoiceKey } from '../demo/company.ts';
import { type DemoCustomer, demoCustomers } from '../demo/customers.ts';
import { branchOf } from '../demo/places.ts';
import { setSequence } from '../demo/writeCompany.ts';
import * as statements from './statements.ts';

/** One additional customer for this many tickets. */
const TICKETS_PER_CUSTOMER = 100;
/** Differs from the seed of the small company. */
const SEED = 20_261_122;

const TABLES = [
  'invoices',
  'invoice_items',
  'tickets',
  'ticket_movements',
  'ticket_items',
  'ticket_invoices',
  'ticket_messages',
  'ticket_events',
];

interface Growth {
  /** Number of additional tickets. */
  tickets: number;
  today: Date;
  say: (text: string) => void;
}

/** Enlarges the loaded demonstration: customers, invoices with lines, tickets with history. */
export async function multiply(pool: pg.Pool, growth: Growth): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query("set local work_mem = '256MB'");
    await withBareTables(client, TABLES, () => grow(client, growth), growth.say);
  });
}

async function grow(client: pg.PoolClient, { tickets, today, say }: Growth): Promise<void> {
  const day = today.toISOString().slice(0, 10);
  const midnight = `${day}T00:00:00Z`;
  const first = await firstIds(client);
  const step = async (what: string, sql: string, values: unknown[] = []) => {
    say(`${what}…`);
    await client.query(sql, values);
  };
  const customersMade = await writeCustomers(client, {
    seed: SEED,
    count: Math.ceil(tickets / TICKETS_PER_CUSTOMER),
    firstId: first.customers,
    today: day,
  });
  const buyers = customersMade.filter(({ lastPurchase }) => lastPurchase !== null);
  say('Notas fiscais…');
  const count = Math.ceil(tickets / LINES);
  await copyRows(
    client,
    tables.invoices,
    largeInvoices({ firstId: first.invoices, count, today: day, buyers }),
  );
  await client.query('analyze invoices');
  await step('Plano', statements.PLAN, [tickets, first.tickets, first.invoices, midnight, LINES]);
  await client.query('create index on plan (template)');
  await client.query('analyze plan');
  await step('Itens das notas', statements.INVOICE_ITEMS, [
    first.invoiceItems,
    LINES,
    first.invoiceItems - 1,
  ]);
  await step('Totais das notas', statements.TOTALS, [first.invoices]);
  await step('Últimas compras', statements.LAST_PURCHASES, [first.customers]);
  // Their trigger would hold a copy of every new ticket until the statement ends.
  await client.query('alter table tickets disable trigger ticket_movements_begin');
  await step('Tickets', statements.TICKETS, [midnight, first.invoiceItems]);
  await step('Movimentações', await movementsOf(client), [first.tickets]);
  await client.query('alter table tickets enable trigger ticket_movements_begin');
  // Their figures are on the tickets already.
  await client.query('alter table ticket_items disable trigger ticket_items_arrived');
  await step('Itens dos tickets', statements.TICKET_ITEMS, [first.invoiceItems]);
  await client.query('alter table ticket_items enable trigger ticket_items_arrived');
  await step('Notas dos tickets', statements.TICKET_INVOICES);
  await step('Mensagens', statements.MESSAGES, [midnight, first.tickets]);
  await step('Linha do tempo', statements.EVENTS, [midnight, first.tickets]);
  for (const table of [tables.customers, tables.invoices, tables.invoiceItems, tables.tickets])
    await setSequence(client, table);
}

/**
 * What the trigger writes: the columns of a movement have the names of the ticket's, except the time of the last of any
 * kind. $1 first new ticket.
 */
async function movementsOf(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
     where attrelid = 'ticket_movements'::regclass and attnum > 0 and not attisdropped and attname <> 'moved_at'`,
  );
  const names = rows[0]?.names ?? '';
  return `insert into ticket_movements (moved_at, ${names})
    select greatest(updated_at, internal_at), ${names} from tickets where id >= $1`;
}

async function firstIds(client: pg.PoolClient) {
  const next = async (table: string): Promise<number> => {
    const { rows } = await client.query<{ id: number }>(
      `select coalesce(max(id), 0) + 1 as id from ${table}`,
    );
    return rows[0]?.id ?? 1;
  };
  return {
    customers: await next('customers'),
    invoices: await next('invoices'),
    invoiceItems: await next('invoice_items'),
    tickets: await next('tickets'),
  };
}

/** Each invoice has as many lines as tickets, one per ticket. */
const LINES = 4;
/** Number of days over which they are spread; the newest is three days old. */
const SPAN = 760;
const YOUNGEST = 3;
const FIRST_NUMBER = 100_001;

interface InvoiceRange {
  firstId: number;
  count: number;
  today: CalendarDate;
  buyers: readonly DemoCustomer[];
}

/** Yields invoices in order of their days, each with a valid access key; their totals come with the lines. */
function* largeInvoices({
  firstId,
  count,
  today,
  buyers,
}: InvoiceRange): Generator<typeof invoices.$inferInsert> {
  for (let index = 0; index < count; index++) {
    // A stride coprime to the number of buyers visits all of them before repeating.
    const customer = buyers[(index * 7919) % buyers.length] as DemoCustomer;
    const branchId = customer.branchIds[0] as number;
    const day = addDays(today, -YOUNGEST - SPAN + Math.floor((index * SPAN) / count));
    const number = FIRST_NUMBER + index;
    yield {
      id: firstId + index,
      key: invoiceKey(branchOf(branchId), day, number, ((index * 48_271) % 99_999_989) + 1),
      number,
      series: 1,
      customerId: customer.row.id,
      branchId,
      carrierId: customer.carrierIds[index % customer.carrierIds.length] ?? null,
      issuedOn: day,
      itemCount: LINES,
      total: '0',
    };
  }
}

interface Wanted {
  /** Must be unique, because the same seed would produce the same CPFs and CNPJs. */
  seed: number;
  count: number;
  firstId: number;
  today: string;
}

/** Writes customers like those of the small company, with their branches and carriers. */
export async function writeCustomers(
  client: pg.PoolClient,
  { seed, count, firstId, today }: Wanted,
): Promise<DemoCustomer[]> {
  // Different seeds collide by chance too: one of 100,000 customers had a CNPJ of the small company.
  const { rows } = await client.query<{ document: string }>('select document from customers');
  const documents = rows.map(({ document }) => document);
  const customerRows = demoCustomers(newChance(seed, documents), count, today, firstId);
  await copyRows(
    client,
    tables.customers,
    customerRows.map(({ row }) => row),
  );
  await copyRows(
    client,
    tables.customerBranches,
    customerRows.flatMap(({ row, branchIds }) =>
      // No trigger runs while a benchmark's database is being filled.
      branchIds.map((branchId) => ({
        customerId: row.id,
        branchId,
        representativeId: row.representativeId ?? null,
      })),
    ),
  );
  await copyRows(
    client,
    tables.customerCarriers,
    customerRows.flatMap(({ row, carrierIds }) =>
      carrierIds.map((carrierId) => ({ customerId: row.id, carrierId })),
    ),
  );
  return customerRows;
}

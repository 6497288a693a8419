import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import * as tables from '../../tables/index.ts';
import { copyRows } from '../copyRows.ts';
import { articleRows, faqKindRows } from './articles.ts';
import { branchRows, regionRows } from './company.ts';
import type { Company } from './makeCompany.ts';
import { noticeRows } from './notices.ts';
import { personBranchRows } from './people.ts';
import type { Photos } from './photos.ts';
import { postalCodeRows } from './postalCodeRows.ts';
import { taxRegistryRows } from './taxRegistryRows.ts';
import { writeExtensionDecisions } from './tickets/extensionDecisions.ts';
import { writeTicketCosts } from './tickets/ticketCosts.ts';

/** Every table in the order that its references ask for. */
export async function writeCompany(
  client: pg.PoolClient,
  company: Company,
  photos: Photos,
  midnight: Date,
): Promise<void> {
  const { customers, invoices, tickets } = company;
  const write = <T extends PgTable>(table: T, rows: Iterable<T['$inferInsert']>) =>
    copyRows(client, table, rows);
  await write(tables.branches, branchRows());
  await write(tables.regions, regionRows());
  await write(tables.carriers, company.carriers);
  await write(tables.representatives, company.representatives);
  await write(
    tables.customers,
    customers.map(({ row }) => row),
  );
  await write(tables.customerBranches, customers.flatMap(branchesOf));
  await write(tables.customerCarriers, customers.flatMap(carriersOf));
  await write(tables.products, company.products);
  await write(
    tables.people,
    company.people.map(({ row }) => row),
  );
  await write(tables.personBranches, personBranchRows(company.people));
  await write(
    tables.invoices,
    invoices.map(({ row }) => row),
  );
  await write(tables.invoiceItems, invoices.flatMap(linesOf));
  await write(
    tables.invoiceTitles,
    invoices.flatMap(({ titles }) => titles),
  );
  await write(tables.tickets, tickets.tickets);
  await write(tables.ticketItems, tickets.items);
  await write(tables.ticketInvoices, tickets.invoices);
  await write(tables.ticketMessages, tickets.messages);
  await write(tables.ticketEvents, tickets.events);
  await write(tables.pickups, company.pickups.pickups);
  await write(tables.pickupTickets, company.pickups.tickets);
  await write(tables.files, photos.files);
  await write(tables.ticketAttachments, photos.attachments);
  await write(tables.faqKinds, faqKindRows());
  await write(tables.faqArticles, articleRows(midnight));
  await write(tables.notices, noticeRows(midnight));
  await write(tables.postalCodes, postalCodeRows(customers));
  await write(tables.taxRegistry, taxRegistryRows());
  await writeExtensionDecisions(client);
  for (const table of NUMBERED) await setSequence(client, table);
  await writeTicketCosts(client);
}

const NUMBERED = [
  tables.branches,
  tables.regions,
  tables.carriers,
  tables.representatives,
  tables.customers,
  tables.products,
  tables.people,
  tables.invoices,
  tables.invoiceItems,
  tables.invoiceTitles,
  tables.tickets,
  tables.ticketItems,
  tables.ticketMessages,
  tables.ticketEvents,
  tables.pickups,
  tables.pickupTickets,
  tables.faqKinds,
  tables.faqArticles,
  tables.notices,
] as const;

/** The ids were given here; the next one that the database gives must be a new one. */
export async function setSequence(client: pg.PoolClient, table: PgTable): Promise<void> {
  const name = getTableName(table);
  await client.query(
    `select setval(pg_get_serial_sequence('${name}', 'id'), coalesce(max(id), 0) + 1, false) from "${name}"`,
  );
}

type Customer = Company['customers'][number];

const branchesOf = ({ row, branchIds }: Customer) =>
  branchIds.map((branchId) => ({ customerId: row.id, branchId }));
const carriersOf = ({ row, carrierIds }: Customer) =>
  carrierIds.map((carrierId) => ({ customerId: row.id, carrierId }));

const linesOf = ({ lines }: Company['invoices'][number]) =>
  lines.map(({ held: _, purchased, returned, ...line }) => ({
    ...line,
    purchased: String(purchased),
    returned: String(returned),
  }));

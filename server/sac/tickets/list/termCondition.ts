import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../db/client.ts';
import {
  customers,
  invoiceItems,
  invoices,
  ticketInvoices,
  ticketItems,
  tickets,
} from '../../../db/tables/index.ts';
import { readTerm } from '../rules.ts';

/** One invoice is rarely on more than a few tickets; a number may stand on invoices of every branch. */
const MOST_TICKETS = 1_000;
/** Names that more customers have are not looked up first: the list is asked directly. */
const MOST_CUSTOMERS = 2_000;

/**
 * What `termo` asks of a ticket; `undefined` asks nothing, `null` is met by none. Numbers, keys and documents are
 * looked up to ids first; names and subjects go by their trigram indexes.
 */
export async function termCondition(db: Executor, text = ''): Promise<SQL | undefined | null> {
  const term = readTerm(text);
  if (!term) return undefined;
  switch (term.kind) {
    case 'NUMBER':
      return amongTickets([term.number, ...(await ticketsOfInvoices(db, eq(invoices.number, term.number)))]);
    case 'ACCESS_KEY':
      return amongTickets(await ticketsOfInvoices(db, eq(invoices.key, term.key)));
    case 'DOCUMENT':
      return ofCustomers(db, eq(customers.document, term.document));
    case 'BEGINNING':
      return ofCustomers(db, nameBegins(term.text));
    case 'WORDS': {
      const named = await ofCustomers(db, containsAll(names, term.words));
      return or(named ?? undefined, containsAll(sql`fold_text(${tickets.subject})`, term.words));
    }
  }
}

const amongTickets = (ids: number[]) => (ids.length > 0 ? inArray(tickets.id, [...new Set(ids)]) : null);

async function ofCustomers(db: Executor, condition: SQL | undefined): Promise<SQL | null> {
  const found = db.select({ id: customers.id }).from(customers).where(condition);
  const rows = await found.limit(MOST_CUSTOMERS + 1);
  if (rows.length > MOST_CUSTOMERS)
    return inArray(tickets.customerId, db.select({ id: customers.id }).from(customers).where(condition));
  return rows.length > 0
    ? inArray(
        tickets.customerId,
        rows.map(({ id }) => id),
      )
    : null;
}

/** Tickets about an invoice as a whole, and those about one of its lines. */
async function ticketsOfInvoices(db: Executor, condition: SQL): Promise<number[]> {
  const whole = db
    .select({ id: ticketInvoices.ticketId })
    .from(invoices)
    .innerJoin(ticketInvoices, eq(ticketInvoices.invoiceId, invoices.id))
    .where(condition);
  const byLine = db
    .select({ id: ticketItems.ticketId })
    .from(invoices)
    .innerJoin(invoiceItems, eq(invoiceItems.invoiceId, invoices.id))
    .innerJoin(ticketItems, eq(ticketItems.invoiceItemId, invoiceItems.id))
    .where(condition);
  const rows = await whole.union(byLine).limit(MOST_TICKETS);
  return rows.map(({ id }) => id);
}

/** As the trigram index of the customers has it. */
const names = sql`fold_text(${customers.legalName} || ' ' || ${customers.tradeName})`;

const containsAll = (folded: SQL, words: readonly string[]) =>
  and(...words.map((word) => sql`${folded} like '%' || fold_text(${literally(word)}) || '%'`));

const nameBegins = (text: string) => {
  const beginning = sql`fold_text(${literally(text)}) || '%'`;
  return or(
    sql`fold_text(${customers.legalName}) like ${beginning}`,
    sql`fold_text(${customers.tradeName}) like ${beginning}`,
  );
};

/** What is typed is text, never a pattern. */
const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&');

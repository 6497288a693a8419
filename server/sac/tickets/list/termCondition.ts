import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../db/client.ts';
import { literally } from '../../../db/likePattern.ts';
import {
  customers,
  invoiceItems,
  invoices,
  ticketInvoices,
  ticketItems,
  tickets,
} from '../../../db/tables/index.ts';
import { INDEXED_LETTERS, readTerm } from '../rules.ts';

/** One invoice is rarely on more than a few tickets; a number may stand on invoices of every branch. */
const MOST_TICKETS = 1_000;
/** Up to so many customers or tickets are named by their ids; what more have is judged row by row instead. */
const MANY = 2_000;

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
    case 'BEGINNINGS':
      return ofCustomers(db, containsAll(names, term.words));
    case 'WORDS':
      return wordsCondition(db, term.words);
  }
}

const amongTickets = (ids: number[]) => (ids.length > 0 ? inArray(tickets.id, [...new Set(ids)]) : null);

/** In the customer's names or in the subject: where one of the two has none, the other is asked alone. */
async function wordsCondition(db: Executor, words: readonly string[]): Promise<SQL | null> {
  const inSubject = containsAll(sql`${tickets.foldedSubject}`, words);
  const [named, titled] = await Promise.all([
    ofCustomers(db, containsAll(names, words)),
    db
      .select({ id: tickets.id })
      .from(tickets)
      .where(inSubject)
      .limit(MANY + 1),
  ]);
  const subject = titled.length > MANY ? inSubject : amongTickets(titled.map(({ id }) => id));
  return or(named ?? undefined, subject ?? undefined) ?? null;
}

async function ofCustomers(db: Executor, condition: SQL | undefined): Promise<SQL | null> {
  const found = db.select({ id: customers.id }).from(customers).where(condition);
  const rows = await found.limit(MANY + 1);
  if (rows.length === 0) return null;
  return inArray(tickets.customerId, rows.length > MANY ? found : rows.map(({ id }) => id));
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
  and(...words.map((word) => containsWord(folded, sql`fold_text(${literally(word)})`, word.length)));

/** Fewer than three letters are no trigram: they must begin a word, which the index does find. */
const containsWord = (folded: SQL, word: SQL, length: number) =>
  length < INDEXED_LETTERS
    ? or(sql`${folded} like ${word} || '%'`, sql`${folded} like '% ' || ${word} || '%'`)
    : sql`${folded} like '%' || ${word} || '%'`;

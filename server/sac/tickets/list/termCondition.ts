import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { amongFound } from '../../../db/amongFound.ts';
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
      return ofCustomers(db, containsAll(customers.foldedNames, term.words));
    case 'WORDS':
      return wordsCondition(db, term.words);
  }
}

const amongTickets = (ids: number[]) => (ids.length > 0 ? inArray(tickets.id, [...new Set(ids)]) : null);

/** In the customer's names or in the subject: where one of the two has none, the other is asked alone. */
async function wordsCondition(db: Executor, words: readonly string[]): Promise<SQL | null> {
  const inSubject = containsAll(tickets.foldedSubject, words);
  const [named, titled] = await Promise.all([
    ofCustomers(db, containsAll(customers.foldedNames, words)),
    amongFound(tickets.id, () => db.select({ id: tickets.id }).from(tickets).where(inSubject), inSubject),
  ]);
  return or(named ?? undefined, titled ?? undefined) ?? null;
}

const ofCustomers = (db: Executor, condition: SQL | undefined) =>
  amongFound(tickets.customerId, () => db.select({ id: customers.id }).from(customers).where(condition));

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

const containsAll = (folded: AnyPgColumn, words: readonly string[]) =>
  and(...words.map((word) => containsWord(folded, sql`fold_text(${literally(word)})`, word.length)));

/** Fewer than three letters are no trigram: they must begin a word, which the index does find. */
const containsWord = (folded: AnyPgColumn, word: SQL, length: number) =>
  length < INDEXED_LETTERS
    ? or(sql`${folded} like ${word} || '%'`, sql`${folded} like '% ' || ${word} || '%'`)
    : sql`${folded} like '%' || ${word} || '%'`;

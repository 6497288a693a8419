import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { isExact, numberOf, readSearch, type SearchTerm } from '#contract/rules/searchTerm.ts';
import type { Reading } from '#server/context.ts';
import type { Executor } from '#server/db/client.ts';
import { inFoundIds, literally } from '#server/db/conditions.ts';
import {
  customers,
  invoiceItems,
  invoices,
  products,
  ticketInvoices,
  ticketItems,
  tickets,
} from '#server/db/tables/index.ts';
import { ticketScope } from '#server/session/scope.ts';
import { plainText } from '#server/text/plainText.ts';
import { matchesContact, nearlyNamed } from '../../customers/queries.ts';
import { type MessageFilters, ticketsByMessages } from './messageSearch.ts';

/** An invoice is rarely on more than a few tickets, but its number may occur on invoices of every branch. */
const MAX_TICKETS = 1_000;

/** Words that name more products than this are the name of a kind of product, which stands on half of all tickets. */
const MAX_PRODUCTS = 30;

/** The trigram index needs at least three letters. */
const INDEXED_LETTERS = 3;

type Reader = Reading<'db' | 'user' | 'now'>;

/**
 * The condition for a search `termo`: `undefined` if it is empty, `null` if nothing matches. What the text stands for exactly
 * (a number, key, document, phone, address) is resolved to ids; only if that leads to no ticket, or to nothing exact, its
 * words are sought in names, subjects, products and messages, names with one wrong letter too.
 *
 * @param filters the list's other conditions, within which the newest messages are looked for
 */
export async function termCondition(
  ctx: Reader,
  text = '',
  filters: MessageFilters = {},
): Promise<SQL | undefined | null> {
  const term = readSearch(plainText(text));
  if (!term) return undefined;
  return (await exactCondition(ctx, term)) ?? (await wordsCondition(ctx, term, filters));
}

async function exactCondition({ db, user }: Reader, term: SearchTerm): Promise<SQL | null> {
  if (!isExact(term)) return null;
  const { accessKey } = term;
  if (accessKey) return amongTickets(await ticketsOfInvoices(db, eq(invoices.key, accessKey)));
  const contact = matchesContact(term, user);
  const [ticket, invoice] = [numberOf(term, 'TICKET'), numberOf(term, 'NOTA')];
  const [owned, numbered] = await Promise.all([
    contact ? ofCustomers(db, contact) : null,
    invoice === null ? [] : ticketsOfInvoices(db, eq(invoices.number, invoice)),
  ]);
  const one = ticket === null ? [] : await existing(db, ticketScope(user), ticket);
  return or(amongTickets([...one, ...numbered]) ?? undefined, owned ?? undefined) ?? null;
}

/** Only a ticket that the person may see ends the search, so that an unknown number says no more than a foreign one. */
async function existing(db: Executor, scope: SQL | undefined, id: number): Promise<number[]> {
  const rows = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.id, id), scope));
  return rows.map((row) => row.id);
}

const amongTickets = (ids: number[]) => (ids.length > 0 ? inArray(tickets.id, [...new Set(ids)]) : null);

async function wordsCondition(ctx: Reader, term: SearchTerm, filters: MessageFilters): Promise<SQL | null> {
  const { db } = ctx;
  const { words } = term;
  // Words too short for a substring search only match the beginnings of names.
  const short = words.every((word) => word.length < INDEXED_LETTERS);
  if (short) return ofCustomers(db, containsAll(customers.foldedNames, words));
  const inSubject = containsAll(tickets.foldedSubject, words);
  const [named, titled, ofProducts, said] = await Promise.all([
    ofCustomers(db, containsAll(customers.foldedNames, words)),
    inFoundIds(tickets.id, () => db.select({ id: tickets.id }).from(tickets).where(inSubject), inSubject),
    ticketsOfProducts(db, words),
    ticketsByMessages(ctx, term, filters),
  ]);
  const found = or(
    named ?? undefined,
    titled ?? undefined,
    amongTickets([...ofProducts, ...said]) ?? undefined,
  );
  if (found) return found;
  const near = await nearlyNamed(ctx, term);
  return near.length > 0 ? inArray(tickets.customerId, near) : null;
}

const ofCustomers = (db: Executor, condition: SQL | undefined) =>
  inFoundIds(tickets.customerId, () => db.select({ id: customers.id }).from(customers).where(condition));

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
  const rows = await whole.union(byLine).limit(MAX_TICKETS);
  return rows.map(({ id }) => id);
}

/** The newest tickets with a line of the products that the words name. */
async function ticketsOfProducts(db: Executor, words: readonly string[]): Promise<number[]> {
  // Must match the expression of the index `products_search_idx`.
  const named = sql`fold_text(${products.code} || ' ' || ${products.description})`;
  const found = await db
    .select({ id: products.id })
    .from(products)
    .where(containsAll(named, words))
    .limit(MAX_PRODUCTS + 1);
  if (found.length === 0 || found.length > MAX_PRODUCTS) return [];
  const ids = found.map(({ id }) => id);
  const rows = await db
    .select({ id: ticketItems.ticketId })
    .from(ticketItems)
    .where(inArray(ticketItems.productId, ids))
    .orderBy(desc(ticketItems.id))
    .limit(MAX_TICKETS);
  return rows.map(({ id }) => id);
}

/** Fewer than three letters do not form a trigram, so they must be at the start of a word, which the index can find. */
const containsWord = (folded: AnyPgColumn | SQL, word: SQL, length: number) =>
  length < INDEXED_LETTERS
    ? or(sql`${folded} like ${word} || '%'`, sql`${folded} like '% ' || ${word} || '%'`)
    : sql`${folded} like '%' || ${word} || '%'`;

const containsAll = (folded: AnyPgColumn | SQL, words: readonly string[]) =>
  and(...words.map((word) => containsWord(folded, sql`fold_text(${literally(word)})`, word.length)));

import { and, desc, eq, exists, inArray, or, type SQL, sql } from 'drizzle-orm';
import { isExact, numberOf, readSearch, type SearchTerm } from '#contract/rules/searchTerm.ts';
import type { Reading } from '#server/context.ts';
import type { Executor } from '#server/db/client.ts';
import { hasWords, INDEXED_LETTERS, inFoundIds } from '#server/db/conditions.ts';
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
import { leadingTicket } from '../merge/family.ts';
import { type FoundTickets, type MessageFilters, ticketsByMessages } from './messageSearch.ts';

/** An invoice is rarely on more than a few tickets, but its number may occur on invoices of every branch. */
const MAX_TICKETS = 1_000;

/** Words that name more products than this are the name of a kind of product, which stands on half of all tickets. */
const MAX_PRODUCTS = 30;

type Reader = Reading<'db' | 'user' | 'now'>;

/** What a search text leaves of the tickets. */
interface Matched {
  /** `undefined` if the text is empty, `null` if nothing matches. */
  where: SQL | undefined | null;
  /** Whether more tickets match than were gathered: the newest are found, and every total is too small. */
  cut: boolean;
}

/**
 * The condition for a search `termo`. What the text stands for exactly (a number, key, document, phone, address) is resolved
 * to ids; only if that leads to no ticket, or to nothing exact, its words are sought in names, subjects, products and
 * messages, names with one wrong letter too. Only tickets that the person may see decide what is sought next, so that an
 * answer tells nothing about others.
 *
 * @param filters the list's other conditions, within which the newest messages are looked for
 */
export async function termCondition(ctx: Reader, text = '', filters: MessageFilters = {}): Promise<Matched> {
  const term = readSearch(plainText(text));
  if (!term) return { where: undefined, cut: false };
  return (await exactCondition(ctx, term)) ?? (await wordsCondition(ctx, term, filters));
}

async function exactCondition(ctx: Reader, term: SearchTerm): Promise<Matched | null> {
  if (!isExact(term)) return null;
  const { db, user } = ctx;
  const { accessKey } = term;
  const contact = accessKey ? undefined : matchesContact(term, user);
  const [ticket, invoice] = [numberOf(term, 'TICKET'), numberOf(term, 'NOTA')];
  const [owned, { ids, cut }] = await Promise.all([
    contact ? ofCustomers(db, contact) : null,
    accessKey
      ? ticketsOfInvoices(ctx, eq(invoices.key, accessKey))
      : invoice === null
        ? NONE
        : ticketsOfInvoices(ctx, eq(invoices.number, invoice)),
  ]);
  // The number of a merged ticket leads on to where everything of it is.
  const numbered = ticket === null || accessKey ? ids : [await leadingTicket(db, ticket), ...ids];
  return visible(ctx, or(amongTickets(numbered) ?? undefined, owned ?? undefined), cut);
}

/** What was found, unless the person may see no ticket of it. */
async function visible({ db, user }: Reader, found: SQL | undefined, cut: boolean): Promise<Matched | null> {
  if (!found) return null;
  const [one] = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(found, ticketScope(user)))
    .limit(1);
  return one ? { where: found, cut } : null;
}

const NONE: FoundTickets = { ids: [], cut: false };

const amongTickets = (ids: number[]) => (ids.length > 0 ? inArray(tickets.id, [...new Set(ids)]) : null);

async function wordsCondition(ctx: Reader, term: SearchTerm, filters: MessageFilters): Promise<Matched> {
  const { db, user } = ctx;
  const { words } = term;
  // Words too short for a substring search only match the beginnings of names.
  const short = words.every((word) => word.length < INDEXED_LETTERS);
  if (short) return { where: await ofCustomers(db, hasWords(customers.foldedNames, words)), cut: false };
  const inSubject = hasWords(tickets.foldedSubject, words);
  const [named, titled, ofProducts, said] = await Promise.all([
    ofCustomers(db, hasWords(customers.foldedNames, words)),
    inFoundIds(tickets.id, () => db.select({ id: tickets.id }).from(tickets).where(inSubject), inSubject),
    ticketsOfProducts(ctx, words),
    ticketsByMessages(ctx, term, filters),
  ]);
  const found = or(
    named ?? undefined,
    titled ?? undefined,
    amongTickets([...ofProducts.ids, ...said.ids]) ?? undefined,
  );
  const seen = await visible(ctx, found, ofProducts.cut || said.cut);
  if (seen) return seen;
  const near = await nearlyNamed(ctx, term, withTicket(db, user));
  return { where: near.length > 0 ? inArray(tickets.customerId, near) : null, cut: false };
}

/** Over `customers`: those with a ticket that the person may see. */
function withTicket(db: Executor, user: Reader['user']): SQL | undefined {
  const scope = ticketScope(user);
  return (
    scope &&
    exists(
      db
        .select({ one: sql`1` })
        .from(tickets)
        .where(and(eq(tickets.customerId, customers.id), scope)),
    )
  );
}

const ofCustomers = (db: Executor, condition: SQL | undefined) =>
  inFoundIds(tickets.customerId, () => db.select({ id: customers.id }).from(customers).where(condition));

/** The newest tickets of the person about an invoice as a whole, or about one of its lines. */
async function ticketsOfInvoices(
  { db, user }: Reader,
  condition: SQL,
  most = MAX_TICKETS,
): Promise<FoundTickets> {
  const wholeTerm = db
    .select({ id: ticketInvoices.ticketId })
    .from(invoices)
    .innerJoin(ticketInvoices, eq(ticketInvoices.invoiceId, invoices.id))
    .innerJoin(tickets, eq(tickets.id, ticketInvoices.ticketId))
    .where(and(condition, ticketScope(user)));
  const byLine = db
    .select({ id: ticketItems.ticketId })
    .from(invoices)
    .innerJoin(invoiceItems, eq(invoiceItems.invoiceId, invoices.id))
    .innerJoin(ticketItems, eq(ticketItems.invoiceItemId, invoiceItems.id))
    .innerJoin(tickets, eq(tickets.id, ticketItems.ticketId))
    .where(and(condition, ticketScope(user)));
  const rows = await wholeTerm
    .union(byLine)
    .orderBy(sql`1 desc`)
    .limit(most + 1);
  return firstOf(rows, most);
}

/** The newest tickets of the person with a line of the products that the words name. */
async function ticketsOfProducts(
  { db, user }: Reader,
  words: readonly string[],
  most = MAX_TICKETS,
): Promise<FoundTickets> {
  // Must match the expression of the index `products_search_idx`.
  const named = sql`fold_text(${products.code} || ' ' || ${products.description})`;
  const found = await db
    .select({ id: products.id })
    .from(products)
    .where(hasWords(named, words))
    .limit(MAX_PRODUCTS + 1);
  if (found.length === 0) return NONE;
  if (found.length > MAX_PRODUCTS) return { ids: [], cut: true };
  const ids = found.map(({ id }) => id);
  const rows = await db
    .selectDistinct({ id: ticketItems.ticketId })
    .from(ticketItems)
    .innerJoin(tickets, eq(tickets.id, ticketItems.ticketId))
    .where(and(inArray(ticketItems.productId, ids), ticketScope(user)))
    .orderBy(desc(ticketItems.ticketId))
    .limit(most + 1);
  return firstOf(rows, most);
}

const firstOf = (rows: readonly { id: number }[], most: number): FoundTickets => ({
  ids: rows.slice(0, most).map(({ id }) => id),
  cut: rows.length > most,
});

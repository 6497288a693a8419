import { and, asc, desc, eq, inArray, like, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { PhoneSearch } from '#contract/rules/phone.ts';
import { isNearly, type SearchTerm } from '#contract/rules/searchTerm.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { CarrierOption, CustomerOption } from '#contract/sac/customers.ts';
import type { CustomerHit } from '#contract/sac/search.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { hasPhone, hasWords, literally } from '../../db/conditions.ts';
import {
  branches,
  carriers,
  customerBranches,
  customerCarriers,
  customerContacts,
  customerEmails,
  customerPhones,
  customers,
} from '../../db/tables/index.ts';
import { notFound, type Refusal, refused } from '../../errors.ts';
import { findableBy } from '../../session/personalData.ts';
import { branchScope, customerScope, isConsumer } from '../../session/scope.ts';
import { leadingCustomer } from './leading.ts';
import { badgesFor, type CustomerTerms, readCustomerTerms } from './rules.ts';

export type CustomerRow = typeof customers.$inferSelect;
export type CustomerBranch = CustomerOption['filiaisSac'][number];

/** A customer that the person may see; `undefined` both for an unknown customer and for one out of scope. */
export async function visibleCustomer(
  db: Executor,
  user: User,
  id: number,
): Promise<CustomerRow | undefined> {
  const [row] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.id, id), customerScope(user)));
  return row;
}

/** The same, or the one that it was merged into: an old number leads on. */
export async function leadingVisible(db: Executor, user: User, id: number): Promise<CustomerRow | undefined> {
  const own = await visibleCustomer(db, user, id);
  if (own) return own;
  const lead = await leadingCustomer(db, id);
  return lead === id ? undefined : visibleCustomer(db, user, lead);
}

/**
 * Why a customer whom the person does not see is refused: one that was merged is not written over the one that stayed, since its person
 * looks at that one first.
 */
export async function goneOrMerged(db: Executor, user: User, id: number): Promise<Refusal> {
  const lead = await leadingVisible(db, user, id);
  return lead ? refused('JA_UNIDO', `O cliente ${id} já foi unido ao ${lead.id}.`) : notFound();
}

/** The branches serving each customer, limited to those that the person may see (`filiaisSac`), ordered by id. */
export async function branchesOfCustomers(
  db: Executor,
  user: User,
  ids: readonly number[],
): Promise<Map<number, CustomerBranch[]>> {
  const rows = await db
    .select({ customerId: customerBranches.customerId, idFil: branches.id, razSoc: branches.legalName })
    .from(customerBranches)
    .innerJoin(branches, eq(branches.id, customerBranches.branchId))
    .where(and(inArray(customerBranches.customerId, [...ids]), branchScope(user)))
    .orderBy(asc(branches.id));
  const grouped = new Map<number, CustomerBranch[]>(ids.map((id) => [id, []]));
  for (const { customerId, ...branch } of rows) grouped.get(customerId)?.push(branch);
  return grouped;
}

/** The carriers assigned to a customer; if there are none, every active carrier (document 000 section 7). */
export async function carriersOfCustomer(db: Executor, customerId: number): Promise<CarrierOption[]> {
  const option = { id: carriers.id, razSoc: carriers.legalName };
  const own = await db
    .select(option)
    .from(customerCarriers)
    .innerJoin(carriers, eq(carriers.id, customerCarriers.carrierId))
    .where(and(eq(customerCarriers.customerId, customerId), eq(carriers.active, true)))
    .orderBy(asc(carriers.legalName));
  if (own.length > 0) return own;
  return db.select(option).from(carriers).where(eq(carriers.active, true)).orderBy(asc(carriers.legalName));
}

/** The customer fields that searches show and badges are derived from. */
type OptionFacts = Pick<
  CustomerRow,
  'id' | 'tradeName' | 'legalName' | 'document' | 'email' | 'phone' | 'address'
> &
  Parameters<typeof badgesFor>[1];

/** A customer as shown in searches and in the wizard. */
export const customerOption = (
  row: OptionFacts,
  filiaisSac: CustomerBranch[],
  today: CalendarDate,
  user: User,
): CustomerOption => ({
  id: row.id,
  fant: row.tradeName,
  razSoc: row.legalName,
  legendas: badgesFor(user, row, today),
  documento: row.document,
  nome: row.legalName,
  email: row.email,
  telefone: row.phone,
  cidade: row.address.cidade ?? '',
  uf: row.address.uf ?? '',
  motivoBloqueio: row.blocked && !isConsumer(user) ? row.blockReason : null,
  filiaisSac,
});

/** The first few matches, for the global search. */
export async function customerHits(
  q: string,
  take: number,
  { db, user }: { db: Executor; user: User },
): Promise<CustomerHit[]> {
  const terms = await customerTerms(db, q, user);
  if (!terms) return [];
  return db
    .select({
      id: customers.id,
      fant: customers.tradeName,
      razSoc: customers.legalName,
      documento: customers.document,
    })
    .from(customers)
    .where(and(customerScope(user), matchesTerms(terms)))
    .orderBy(...searchOrder({}, terms))
    .limit(take);
}

/**
 * The meanings of a search text for customers; `null` if it is empty. Only names of customers that the person may see decide
 * whether near ones are sought, so that nobody learns from an answer whom else the company serves.
 */
export async function customerTerms(db: Executor, text: string, user: User): Promise<CustomerTerms | null> {
  const read = readCustomerTerms(text, user);
  const terms = read?.id ? { ...read, id: await leadingCustomer(db, read.id) } : read;
  if (!terms || terms.phone || terms.email) return terms;
  const seen = customerScope(user);
  const [named] = await db
    .select({ id: customers.id })
    .from(customers)
    .where(and(hasNames(terms.words), seen))
    .limit(1);
  return named ? terms : { ...terms, near: await nearlyNamed({ db }, terms, seen) };
}

/** The condition for the customers that match a search text. */
export function matchesTerms(terms: CustomerTerms | null): SQL | undefined {
  if (!terms) return undefined;
  const { id, documentStart, words, near, user } = terms;
  return or(
    id === null ? undefined : eq(customers.id, id),
    documentStart === null
      ? undefined
      : and(like(customers.document, `${documentStart}%`), findableBy(user, 'DOCUMENTO', customers.document)),
    hasNames(words),
    near.length > 0 ? inArray(customers.id, [...near]) : undefined,
    matchesContact(terms, user),
  );
}

const hasNames = (words: readonly string[]) => hasWords(customers.foldedNames, words);

/** Customers with exactly this document, phone or (the beginning of an) address, as far as the user may find by them. */
export const matchesContact = (
  { document, phone, email }: Pick<SearchTerm, 'phone' | 'email'> & { document?: string | null },
  user: Pick<User, 'type' | 'grants'>,
): SQL | undefined =>
  or(
    document
      ? and(eq(customers.document, document), findableBy(user, 'DOCUMENTO', customers.document))
      : undefined,
    phone === null ? undefined : (findableBy(user, 'TELEFONE', customers.phone) ?? among(phoneOwners(phone))),
    email === null ? undefined : (findableBy(user, 'EMAIL', customers.email) ?? among(emailOwners(email))),
  );

/** Shorter words differ from too many others by one letter. */
const FORGIVEN_LETTERS = 5;
const MOST_NEAR = 200;
/** As many of the similar names are compared: a common word resembles half of all, and each comparison costs. */
const MOST_COMPARED = 2_000;

/**
 * Customers whose names have every word, some with one letter wrong. The trigram index proposes similar ones, among which the
 * letters are compared; its threshold is that of a word of five letters with one of them wrong.
 *
 * @param within the customers that the person may find; all of them without it
 */
export async function nearlyNamed(
  { db }: { db: Executor },
  { words }: Pick<SearchTerm, 'words'>,
  within: SQL | undefined,
): Promise<number[]> {
  const long = words.filter((word) => word.length >= FORGIVEN_LETTERS && /^\p{L}+$/u.test(word));
  if (long.length === 0) return [];
  const rows = await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', '0.45', true)`);
    return tx
      .select({ id: customers.id, names: customers.foldedNames })
      .from(customers)
      .where(
        and(
          ...long.map((word) => sql`${customers.foldedNames} %> fold_text(${word})`),
          hasNames(words.filter((word) => !long.includes(word))),
          within,
        ),
      )
      .limit(MOST_COMPARED);
  });
  return rows
    .flatMap(({ id, names }) => (long.every((word) => isNearly(word, names ?? '')) ? [id] : []))
    .slice(0, MOST_NEAR);
}

/** Evaluated once up front, so that the primary key can be combined with the indexes of the other conditions. */
const among = (ids: SQL): SQL => sql`${customers.id} = any(array(${ids}))`;

/** The ids of customers with the number, of their own or of a contact. */
export const phoneOwners = (phone: PhoneSearch): SQL => {
  const matchesPhone = (column: AnyPgColumn) => hasPhone(column, phone);
  return sql`select ${customers.id} from ${customers} where ${matchesPhone(customers.phone)}
    union all select ${customerPhones.customerId} from ${customerPhones} where ${matchesPhone(customerPhones.number)}
    union all select ${customerContacts.customerId} from ${customerContacts}
      where ${matchesPhone(customerContacts.phone)} or ${matchesPhone(customerContacts.mobile)}`;
};

const emailOwners = (start: string): SQL => {
  const begins = (column: AnyPgColumn) => like(column, `${literally(start)}%`);
  return sql`select ${customers.id} from ${customers} where ${begins(customers.email)}
    union all select ${customerEmails.customerId} from ${customerEmails} where ${begins(customerEmails.email)}
    union all select ${customerContacts.customerId} from ${customerContacts}
      where ${begins(customerContacts.email)}`;
};

const COLUMNS = {
  id: customers.id,
  razSoc: sql`${customers.legalName} collate pt_br`,
  fant: sql`${customers.tradeName} collate pt_br`,
};

/** Unless an order is given, the customer whose code was entered comes first. */
export function searchOrder(
  { orderBy, direction }: { orderBy?: keyof typeof COLUMNS; direction?: 'ASC' | 'DESC' },
  terms: CustomerTerms | null,
): SQL[] {
  const id = terms?.id ?? null;
  const way = direction === 'DESC' ? desc : asc;
  const exact = !orderBy && id !== null ? [desc(eq(customers.id, id))] : [];
  return [...exact, way(COLUMNS[orderBy ?? 'razSoc']), way(customers.id)];
}

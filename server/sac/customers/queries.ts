import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { personType } from '#contract/catalogs/personType.ts';
import type { CustomerRegistration } from '#contract/sac/customers.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { amongIds } from '../../db/conditions.ts';
import {
  activities,
  type CustomerAddress,
  contactTypes,
  customerClassifications,
  customerContacts,
  customerEmails,
  customerPhones,
  leadSources,
  people,
  personBranches,
  priceTables,
} from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { isConsumer } from '../../session/scope.ts';
import { leadingVisible } from './customerLookup.ts';
import { customerRows } from './list/readCustomers.ts';

export {
  branchesOfCustomers,
  type CustomerBranch,
  type CustomerRow,
  carriersOfCustomer,
  customerHits,
  customerOption,
  customerTerms,
  goneOrMerged,
  leadingVisible,
  matchesContact,
  matchesTerms,
  nearlyNamed,
  phoneOwners,
  searchOrder,
  visibleCustomer,
} from './customerLookup.ts';
export { groupScope, seesGroups } from './groups.ts';
export { leadingCustomer, leadingId, mergedInto, numbersOf } from './leading.ts';
export { customerConditionFields } from './list/customerConditionFields.ts';

export { customerSums } from './list/customerSums.ts';
export { customerCondition, listCustomers } from './list/listCustomers.ts';

/** A person of the company, with the branches or representative that determine whom they serve. */
export interface Seller {
  id: number;
  name: string;
  type: string;
  representativeId: number | null;
  branchIds: number[];
}

/** Those of the given people who may sell: active staff and representatives, but not end consumers. */
export const sellersAmong = (db: Executor, ids: readonly number[]): Promise<Seller[]> =>
  db
    .select({
      id: people.id,
      name: people.name,
      type: people.type,
      representativeId: people.representativeId,
      branchIds: sql<number[]>`array(select ${personBranches.branchId} from ${personBranches}
        where ${personBranches.personId} = ${people.id})`,
    })
    .from(people)
    .where(and(amongIds(people.id, ids), eq(people.active, true), ne(people.type, 'CONSUMIDOR_FINAL')));

interface Served {
  representativeId: number | null;
  branchIds: readonly number[];
}

/** People of branches sell only to the customers of those branches; a representative only to their own customers. */
export function servesCustomer({ type, ...seller }: Seller, customer: Served): boolean {
  const scope = personType.find(({ value }) => value === type)?.scope;
  if (scope === 'TODAS_FILIAIS') return true;
  if (scope === 'CARTEIRA')
    return seller.representativeId !== null && seller.representativeId === customer.representativeId;
  return seller.branchIds.some((id) => customer.branchIds.includes(id));
}

export const servesNot = ({ name }: Pick<Seller, 'name'>): string =>
  `${name} não atende este cliente: confira filiais e carteira.`;

/** What a customer's page shows: the registration, contacts, phones and addresses. */
export async function customerRegistration(given: number, ctx: Context): Promise<CustomerRegistration> {
  const { db, user } = ctx;
  const row = await leadingVisible(db, user, given);
  if (!row || isConsumer(user)) throw notFound();
  const { id } = row;
  const [[shown], contacts, phones, emails, names] = await Promise.all([
    customerRows(ctx, [id]),
    contactsOf(db, id),
    db
      .select({ titulo: customerPhones.description, numero: customerPhones.number })
      .from(customerPhones)
      .where(eq(customerPhones.customerId, id))
      .orderBy(asc(customerPhones.id)),
    db
      .select({ titulo: customerEmails.description, email: customerEmails.email })
      .from(customerEmails)
      .where(eq(customerEmails.customerId, id))
      .orderBy(asc(customerEmails.id)),
    Promise.all([
      nameOf(db, activities, row.activityId),
      nameOf(db, leadSources, row.leadSourceId),
      nameOf(db, priceTables, row.priceTableId),
      nameOf(db, customerClassifications, row.classificationId),
    ]),
  ]);
  if (!shown) throw notFound();
  const [atividade, comoConheceu, tabelaPreco, classificacao] = names;
  return {
    ...shown,
    versao: row.version,
    inscEst: row.stateRegistration,
    simulacao: row.simulation,
    dtNascimento: row.birthDate,
    ...{ atividade, comoConheceu, tabelaPreco, classificacao },
    enderecoCobranca: addressOf(row.address),
    enderecoEntrega: row.deliveryAddress ? addressOf(row.deliveryAddress) : null,
    contatos: contacts,
    telefones: withFirst(
      phones,
      row.phone,
      ({ numero }) => numero,
      (numero) => ({ titulo: 'Principal', numero }),
    ),
    emails: withFirst(
      emails,
      row.email,
      ({ email }) => email,
      (email) => ({ titulo: 'Principal', email }),
    ),
    observacoes: noteOf(row.registration),
  };
}

const contactsOf = (db: Executor, id: number) =>
  db
    .select({ nome: customerContacts.name, type: contactTypes.name, role: customerContacts.role })
    .from(customerContacts)
    .leftJoin(contactTypes, eq(contactTypes.id, customerContacts.typeId))
    .where(eq(customerContacts.customerId, id))
    .orderBy(asc(customerContacts.id))
    .then((rows) => rows.map(({ nome, type, role }) => ({ titulo: type ?? role, nome })));

type Options = PgTable & { id: AnyPgColumn; name: AnyPgColumn };

export async function nameOf(db: Executor, table: Options, id: number | null): Promise<string> {
  if (id === null) return '';
  const [row] = await db.select({ name: table.name }).from(table).where(eq(table.id, id));
  return String(row?.name ?? '');
}

const addressOf = (given: CustomerAddress) => ({
  cep: given.cep ?? '',
  logradouro: given.logradouro ?? '',
  numero: given.numero ?? '',
  complemento: given.complemento ?? '',
  bairro: given.bairro ?? '',
  cidade: given.cidade ?? '',
  uf: given.uf ?? '',
});

/** Puts the registration's value first, unless the list already contains it. */
function withFirst<T>(rows: T[], first: string, of: (row: T) => string, make: (value: string) => T): T[] {
  return !first || rows.some((row) => of(row) === first) ? rows : [make(first), ...rows];
}

/** The notes that were entered with the contacts of the registration. */
export function noteOf({ contatos }: Record<string, unknown>): string {
  const note = typeof contatos === 'object' && contatos !== null && 'observacoes' in contatos;
  return note && typeof contatos.observacoes === 'string' ? contatos.observacoes : '';
}

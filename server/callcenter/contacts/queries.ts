import { asc, eq } from 'drizzle-orm';
import type {
  CustomerContact,
  CustomerEmail,
  CustomerPhone,
} from '#contract/callcenter/customers/contacts.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { contactTypes, customerContacts, customerEmails, customerPhones } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { type CustomerRow, leadingCustomer, visibleCustomer } from '../../sac/customers/queries.ts';
import { isConsumer } from '../../session/scope.ts';

/** More than any customer has; it keeps the response bounded. */
const MAX_CONTACTS = 500;

/** 404 unless the user may see the customer. This data belongs to the company and is never shown to a consumer. */
export async function requireCustomer(
  { db, user }: Pick<Context, 'user'> & { db: Executor },
  id: number,
): Promise<CustomerRow> {
  const row = isConsumer(user) ? undefined : await visibleCustomer(db, user, id);
  if (!row) throw notFound();
  return row;
}

/** The same, also by the code of a customer that was merged into it. */
export const requireLeading = async (
  { db, user }: Parameters<typeof requireCustomer>[0],
  id: number,
): Promise<CustomerRow> => requireCustomer({ db, user }, await leadingCustomer(db, id));

export const phonesOf = (db: Executor, idCli: number): Promise<CustomerPhone[]> =>
  db
    .select({
      id: customerPhones.id,
      tel: customerPhones.number,
      desc: customerPhones.description,
      idCli: customerPhones.customerId,
      permiteEditar: customerPhones.editable,
    })
    .from(customerPhones)
    .where(eq(customerPhones.customerId, idCli))
    .orderBy(asc(customerPhones.id))
    .limit(MAX_CONTACTS);

export const emailsOf = (db: Executor, idCli: number): Promise<CustomerEmail[]> =>
  db
    .select({
      id: customerEmails.id,
      email: customerEmails.email,
      desc: customerEmails.description,
      idCli: customerEmails.customerId,
      permiteEditar: customerEmails.editable,
    })
    .from(customerEmails)
    .where(eq(customerEmails.customerId, idCli))
    .orderBy(asc(customerEmails.id))
    .limit(MAX_CONTACTS);

const selectContacts = (db: Executor) =>
  db
    .select({ contact: customerContacts, type: contactTypes.name })
    .from(customerContacts)
    .leftJoin(contactTypes, eq(contactTypes.id, customerContacts.typeId));

export async function contactsOf(db: Executor, idCli: number): Promise<CustomerContact[]> {
  const rows = await selectContacts(db)
    .where(eq(customerContacts.customerId, idCli))
    .orderBy(asc(customerContacts.name), asc(customerContacts.id))
    .limit(MAX_CONTACTS);
  return rows.map(contactView);
}

export async function oneContact({ db }: { db: Executor }, id: number): Promise<CustomerContact> {
  const [row] = await selectContacts(db).where(eq(customerContacts.id, id));
  if (!row) throw notFound();
  return contactView(row);
}

const contactView = ({
  contact,
  type,
}: Awaited<ReturnType<typeof selectContacts>>[number]): CustomerContact => ({
  id: contact.id,
  nome: contact.name,
  tipo: contact.typeId,
  tipoDesc: type ?? '',
  doc: contact.document,
  dtNasc: contact.birthDate,
  time: contact.team,
  cargo: contact.role,
  telefone: contact.phone,
  celular: contact.mobile,
  email: contact.email,
  autorizadoFaturamento: contact.mayBill,
  versao: contact.version,
});

/** Each address once, with its owner. */
export async function addressesOf(db: Executor, idCli: number) {
  const [emails, contacts] = await Promise.all([emailsOf(db, idCli), contactsOf(db, idCli)]);
  const found = new Map<string, string>();
  const note = (email: string, desc: string) => email && !found.has(email) && found.set(email, desc);
  for (const { email, desc } of emails) note(email, desc);
  for (const { email, nome } of contacts) note(email, nome);
  return [...found].map(([email, desc]) => ({ email, desc }));
}

/** All phone numbers of a customer and its contacts. */
export async function numbersOf(db: Executor, { id, phone }: Pick<CustomerRow, 'id' | 'phone'>) {
  const [phones, contacts] = await Promise.all([phonesOf(db, id), contactsOf(db, id)]);
  const theirs = contacts.flatMap(({ telefone, celular }) => [telefone, celular]);
  return [phone, ...phones.map(({ tel }) => tel), ...theirs].filter(Boolean);
}

export const typeOptions = (db: Executor) =>
  db
    .select({ id: contactTypes.id, desc: contactTypes.name })
    .from(contactTypes)
    .where(eq(contactTypes.active, true))
    .orderBy(asc(contactTypes.name));

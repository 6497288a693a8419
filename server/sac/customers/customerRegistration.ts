import { asc, eq } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { CustomerRegistration } from '../../../contract/sac/customers.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import {
  activities,
  type CustomerAddress,
  contactTypes,
  customerClassifications,
  customerContacts,
  customerEmails,
  customerPhones,
  leadSources,
  priceTables,
} from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { isConsumer } from '../../session/scope.ts';
import { visibleCustomer } from './customerLookup.ts';
import { customerRows } from './list/readCustomers.ts';

/** What a customer's page shows: the registration, whom to call and where to write. */
export async function customerRegistration(id: number, ctx: Context): Promise<CustomerRegistration> {
  const { db, user } = ctx;
  const row = await visibleCustomer(db, user, id);
  if (!row || isConsumer(user)) throw notFound();
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

/** The one of the registration leads, unless the list has it already. */
function withFirst<T>(rows: T[], first: string, of: (row: T) => string, make: (value: string) => T): T[] {
  return !first || rows.some((row) => of(row) === first) ? rows : [make(first), ...rows];
}

/** Observations as the registration gave them, among its contacts. */
export function noteOf({ contatos }: Record<string, unknown>): string {
  const note = typeof contatos === 'object' && contatos !== null && 'observacoes' in contatos;
  return note && typeof contatos.observacoes === 'string' ? contatos.observacoes : '';
}

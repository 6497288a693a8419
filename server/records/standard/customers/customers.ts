import { ne, sql } from 'drizzle-orm';
import { customerType } from '#contract/records/customers.ts';
import type { RecordValue } from '#contract/records/fields/recordField.ts';
import { isEmail } from '#contract/rules/contact.ts';
import { isPhone } from '#contract/rules/phone.ts';
import type { Tx } from '#server/db/client.ts';
import {
  agendas,
  type CustomerAddress,
  competitorPrices,
  customerBranches,
  customerCarriers,
  customerContacts,
  customerCreditLimits,
  customerCredits,
  customerEmails,
  customerLog,
  customerMix,
  customerPhones,
  customerRestrictions,
  customerSellers,
  customers,
  deliveryAddresses,
  orders,
  quotedProducts,
  serviceRecords,
  tickets,
} from '#server/db/tables/index.ts';
import { logCustomers } from '#server/sac/customers/commands.ts';
import { customerTerms, matchesTerms } from '#server/sac/customers/queries.ts';
import { addEmails, addPhones } from '#server/sac/registration/commands.ts';
import { addressOf } from '#server/sac/registration/rules.ts';
import { customerScope } from '#server/session/scope.ts';
import { mapRecords, type RecordContext } from '../../mapping.ts';
import type { PendingRow } from '../../write/pendingRow.ts';
import { customerRemoval, customerRules } from './customerRules.ts';
import { readRegistration, writeRegistration } from './registrationPart.ts';

const MAIN_CONTACTS = [
  ['telefone', 'telefones', 'numero', isPhone],
  ['email', 'emails', 'email', isEmail],
] as const;

export const customerRecords = mapRecords(customerType, {
  table: customers,
  entity: 'customers',
  columns: {
    documento: customers.document,
    razaoSocial: customers.legalName,
    nomeFantasia: customers.tradeName,
    inscricaoEstadual: customers.stateRegistration,
    nascimento: customers.birthDate,
    email: customers.email,
    telefone: customers.phone,
    representante: customers.representativeId,
    regiao: customers.regionId,
    classificacao: customers.classificationId,
    obsClassificacao: customers.classificationNote,
    tabelaPreco: customers.priceTableId,
    atividade: customers.activityId,
    comoConheceu: customers.leadSourceId,
    categoria: customers.category,
    classeVenda: customers.salesClass,
    rede: customers.network,
    prazoMedioMaximo: customers.maxMeanTerm,
    obsLogistica: customers.logisticsNote,
    prospect: customers.prospect,
    bloqueado: customers.blocked,
    motivoBloqueio: customers.blockReason,
    endereco: customers.address,
    enderecoEntrega: customers.deliveryAddress,
    enderecosEntrega: {
      table: deliveryAddresses,
      parent: deliveryAddresses.customerId,
      inUse: deliveryAddresses.active,
      publishedAs: 'delivery_addresses',
      columns: {
        cep: deliveryAddresses.cep,
        logradouro: deliveryAddresses.street,
        numero: deliveryAddresses.number,
        complemento: deliveryAddresses.complement,
        bairro: deliveryAddresses.district,
        cidade: deliveryAddresses.city,
        uf: deliveryAddresses.state,
        ibge: deliveryAddresses.ibge,
        obs: deliveryAddresses.note,
      },
    },
    registro: {
      column: customers.registration,
      read: readRegistration,
      write: writeRegistration,
      shared: true,
    },
    telefones: {
      table: customerPhones,
      parent: customerPhones.customerId,
      columns: { numero: customerPhones.number, descricao: customerPhones.description },
    },
    emails: {
      table: customerEmails,
      parent: customerEmails.customerId,
      columns: { email: customerEmails.email, descricao: customerEmails.description },
    },
    contatos: {
      table: customerContacts,
      parent: customerContacts.customerId,
      publishedAs: 'customer_contacts',
      columns: {
        nome: customerContacts.name,
        tipo: customerContacts.typeId,
        cargo: customerContacts.role,
        telefone: customerContacts.phone,
        celular: customerContacts.mobile,
        email: customerContacts.email,
        documento: customerContacts.document,
        nascimento: customerContacts.birthDate,
        time: customerContacts.team,
        observacao: customerContacts.note,
        autorizadoFaturamento: customerContacts.mayBill,
      },
    },
    filiais: {
      table: customerBranches,
      parent: customerBranches.customerId,
      columns: { filial: customerBranches.branchId },
    },
    vendedores: {
      table: customerSellers,
      parent: customerSellers.customerId,
      columns: { vendedor: customerSellers.personId },
    },
    transportadoras: {
      table: customerCarriers,
      parent: customerCarriers.customerId,
      columns: { transportadora: customerCarriers.carrierId },
    },
  },
  scope: customerScope,
  search: async (text, db, user) => matchesTerms(await customerTerms(db, text, user)) ?? sql`false`,
  complete: completed,
  rules: customerRules,
  removal: customerRemoval,
  // The database would delete these rows along with the customer. Here they are the company's knowledge about it and prevent
  // the deletion.
  referrers: [
    { table: customerCreditLimits, column: customerCreditLimits.customerId },
    { table: customerCredits, column: customerCredits.customerId },
    { table: customerRestrictions, column: customerRestrictions.customerId },
    { table: serviceRecords, column: serviceRecords.customerId },
    { table: quotedProducts, column: quotedProducts.customerId },
    { table: competitorPrices, column: competitorPrices.customerId },
    { table: customerMix, column: customerMix.customerId },
    // Entries about registering and changing the customer repeat what the audit has; all others record work done for the
    // customer.
    { table: customerLog, column: customerLog.customerId, where: ne(customerLog.type, 'CADASTRO') },
  ],
  async effects(rows, { tx, ctx }) {
    await keepMainContacts(tx, rows);
    await keepCopies(tx, rows);
    await logWritten(tx, ctx, rows);
  },
});

/**
 * Fills in missing values: the trade name is the legal name if not given, a town's name follows from its code, and the first
 * of the given phones and e-mails becomes the main one.
 */
function completed({ given, before, after }: PendingRow): void {
  const data = after as Record<string, unknown>;
  data.nomeFantasia ??= data.razaoSocial;
  for (const [main, list, key, isValid] of MAIN_CONTACTS) {
    const [first] = given[main] === undefined && Array.isArray(given[list]) ? given[list] : [];
    // An invalid one is refused in its list, and not a second time here.
    if (first && isValid(String(first[key] ?? ''))) data[main] ??= first[key];
  }
  for (const key of ['endereco', 'enderecoEntrega'])
    if (data[key]) data[key] = addressOf(data[key] as CustomerAddress);
  if (given.enderecosEntrega)
    data.enderecosEntrega = withTowns(data.enderecosEntrega, before?.enderecosEntrega);
}

/** What a user of another screen has stored without the town's code stays so until it is changed. */
function withTowns(addresses: RecordValue, stored: RecordValue): RecordValue {
  if (!Array.isArray(addresses)) return addresses;
  const before = new Set(asList(stored).map((one) => JSON.stringify(one)));
  return addresses.map((one: CustomerAddress) => (before.has(JSON.stringify(one)) ? one : addressOf(one)));
}

const asList = (value: RecordValue): unknown[] => (Array.isArray(value) ? value : []);

const idOf = ({ id }: PendingRow): number => {
  if (id === undefined) throw new Error('the customer was not written');
  return id;
};

/**
 * Adds a new main phone or e-mail to the customer's lists, as the registration does; a list that was given explicitly is
 * complete as it is.
 */
async function keepMainContacts(tx: Tx, rows: readonly PendingRow[]): Promise<void> {
  const listed = (key: 'telefone' | 'email', list: 'telefones' | 'emails') =>
    rows.flatMap((row) => {
      const value = row.after[key];
      const isNew = typeof value === 'string' && value !== row.before?.[key];
      const some = row.placed.get(list)?.replaces === false && row.before !== null;
      const isWhole = row.given[list] !== undefined && !some;
      return isNew && !isWhole ? [{ customerId: idOf(row), value }] : [];
    });
  await addPhones(
    tx,
    listed('telefone', 'telefones').map(({ customerId, value }) => ({
      customerId,
      number: value,
      description: 'Telefone',
    })),
  );
  await addEmails(
    tx,
    listed('email', 'emails').map(({ customerId, value }) => ({
      customerId,
      email: value,
      description: 'Contato',
    })),
  );
}

async function keepCopies(tx: Tx, rows: readonly PendingRow[]): Promise<void> {
  const moved = rows.filter(
    ({ before, after }) =>
      before && (before.representante !== after.representante || before.regiao !== after.regiao),
  );
  if (moved.length > 0) await keepOwnerCopies(tx, moved.map(idOf));
}

/** Tickets, orders and agendas hold a copy of the customer's representative and region, which determines who sees them. */
export async function keepOwnerCopies(tx: Tx, customerIds: readonly number[]): Promise<void> {
  const ids = sql`any(${sql.param([...customerIds])}::int[])`;
  await tx.execute(sql`update ${tickets} t set representative_id = c.representative_id, region_id = c.region_id
    from ${customers} c where c.id = t.customer_id and c.id = ${ids}
      and (t.representative_id, t.region_id) is distinct from (c.representative_id, c.region_id)`);
  for (const table of [orders, agendas])
    await tx.execute(sql`update ${table} o set representative_id = c.representative_id
      from ${customers} c where c.id = o.customer_id and c.id = ${ids}
        and o.representative_id is distinct from c.representative_id`);
}

/** Adds one entry to the activity log per customer. */
const logWritten = (tx: Tx, ctx: RecordContext, rows: readonly PendingRow[]): Promise<void> =>
  logCustomers(
    tx,
    ctx,
    rows.map((row) => ({
      customerId: idOf(row),
      type: 'CADASTRO',
      text: row.before ? 'Cadastro alterado' : 'Cliente cadastrado',
    })),
  );

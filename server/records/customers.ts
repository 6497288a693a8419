import { ne, sql } from 'drizzle-orm';
import { customerType } from '../../contract/records/customers.ts';
import {
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
  quotedProducts,
  serviceRecords,
} from '../db/tables/index.ts';
import { matchesTerms } from '../sac/customers/queries.ts';
import { customerTerms } from '../sac/customers/rules.ts';
import { addressOf } from '../sac/registration/rules.ts';
import { customerScope } from '../session/scope.ts';
import { keepCopies, keepMainContacts, logCustomers } from './customerEffects.ts';
import { customerRemoval, customerRules } from './customerRules.ts';
import { mapRecords } from './mapping.ts';
import type { PendingRow } from './pendingRow.ts';
import { readRegistration, writeRegistration } from './registrationPart.ts';

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
  search: (text, _db, user) => matchesTerms(customerTerms(text, user)) ?? sql`false`,
  complete: completed,
  rules: customerRules,
  removal: customerRemoval,
  // They go with the customer whom somebody deletes in the database; here they are what the company knows of them.
  referrers: [
    { table: customerCreditLimits, column: customerCreditLimits.customerId },
    { table: customerCredits, column: customerCredits.customerId },
    { table: customerRestrictions, column: customerRestrictions.customerId },
    { table: serviceRecords, column: serviceRecords.customerId },
    { table: quotedProducts, column: quotedProducts.customerId },
    { table: competitorPrices, column: competitorPrices.customerId },
    { table: customerMix, column: customerMix.customerId },
    // That they were registered and changed says nothing that the audit does not; all else was work for them.
    { table: customerLog, column: customerLog.customerId, where: ne(customerLog.type, 'CADASTRO') },
  ],
  async effects(rows, { tx, ctx }) {
    await keepMainContacts(tx, rows);
    await keepCopies(tx, rows);
    await logCustomers(tx, ctx, rows);
  },
});

/**
 * A customer is called by the one name where there is no other, a town has the name of its code, and of phones and e-mails
 * that come without a main one the first is it.
 */
function completed({ given, after }: PendingRow): void {
  const data = after as Record<string, unknown>;
  data.nomeFantasia ??= data.razaoSocial;
  for (const [main, list, key] of MAIN_CONTACTS) {
    const [first] = given[main] === undefined && Array.isArray(given[list]) ? given[list] : [];
    if (first) data[main] ??= first[key];
  }
  for (const key of ['endereco', 'enderecoEntrega'])
    if (data[key]) data[key] = addressOf(data[key] as CustomerAddress);
}

const MAIN_CONTACTS = [
  ['telefone', 'telefones', 'numero'],
  ['email', 'emails', 'email'],
] as const;

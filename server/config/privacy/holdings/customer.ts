import { or, sql } from 'drizzle-orm';
import * as t from '#server/db/tables/index.ts';
import { leadingId, mergedInto } from '#server/sac/customers/queries.ts';
import { GONE, ofCustomers, type PersonalDataTable, withoutInvoices } from './holding.ts';

/** A customer who is a person, with dependent records. */
export const CUSTOMER_HOLDINGS = {
  customers: [
    {
      group: 'CADASTRO',
      title: 'cadastro',
      table: t.customers,
      rows: ofCustomers(t.customers.id),
      disclosed: {
        email: t.customers.email,
        telefone: t.customers.phone,
        inscricaoEstadual: t.customers.stateRegistration,
        endereco: t.customers.address,
        enderecoEntrega: t.customers.deliveryAddress,
        nascimento: t.customers.birthDate,
        obsClassificacao: t.customers.classificationNote,
        obsLogistica: t.customers.logisticsNote,
        motivoBloqueio: t.customers.blockReason,
        comoChegou: t.customers.utm,
        registro: t.customers.registration,
        camposExtras: t.customers.extraFields,
        criadoEm: t.customers.createdAt,
      },
      erase: {
        email: '',
        phone: '',
        stateRegistration: '',
        address: {},
        deliveryAddress: null,
        birthDate: null,
        classificationNote: '',
        logisticsNote: '',
        utm: {},
        registration: {},
        extraFields: {},
        doNotContact: true,
        nextCollectionAt: null,
        // No one may sell to or serve a customer who asked to be forgotten.
        blocked: true,
        blockReason: 'Dados eliminados (LGPD)',
      },
    },
    {
      group: 'IDENTIDADE',
      title: 'identidade',
      table: t.customers,
      rows: ofCustomers(t.customers.id),
      ended: withoutInvoices,
      disclosed: {
        nome: t.customers.legalName,
        apelido: t.customers.tradeName,
        // None for a first contact who has not told it (`missingDocument`).
        cpf: sql`nullif(${t.customers.document}, 'S' || lpad(${t.customers.id}::text, 10, '0'))`,
      },
      erase: {
        legalName: sql`'Cliente eliminado ' || ${t.customers.id}`,
        tradeName: sql`'Cliente eliminado ' || ${t.customers.id}`,
        // Whoever is nobody any more has none (`missingDocument`).
        document: sql`'S' || lpad(${t.customers.id}::text, 10, '0')`,
      },
    },
  ],
  customerGroupMembers: [
    {
      group: 'CADASTRO',
      title: 'grupo',
      table: t.customerGroupMembers,
      rows: ofCustomers(t.customerGroupMembers.customerId),
      disclosed: { grupo: t.customerGroupMembers.groupId, desde: t.customerGroupMembers.since },
      erase: 'ROW',
    },
  ],
  customerMerges: [
    {
      group: 'CADASTRO',
      title: 'cadastrosUnidos',
      table: t.customerMerges,
      rows: ({ customerIds }) =>
        sql`${t.customerMerges.toId} = any(${sql.param(customerIds)}::int[]) or ${t.customerMerges.fromId} in (${mergedInto(customerIds)})`,
      disclosed: { cadastro: sql`${t.customerMerges.kept} -> 'row'`, em: t.customerMerges.at },
      erase: { kept: null },
    },
    {
      group: 'CONTATOS',
      title: 'contatosUnidos',
      table: t.customerMerges,
      // A contact that both customers had comes back with the other one, and can be told apart no more once it was edited.
      rows: ({ contactIds }) =>
        sql`${t.customerMerges.kept} -> 'doubles' -> 'customer_contacts' is not null
          and ${leadingId(t.customerMerges.toId)} in (select ${t.customerContacts.customerId} from ${t.customerContacts}
            where ${t.customerContacts.id} = any(${sql.param(contactIds)}::int[]))`,
      // It is alike to the contact that stands in the file.
      disclosed: {},
      erase: { kept: null },
    },
  ],
  customerLog: [
    {
      group: 'COMERCIAL',
      title: 'registroDeAtividade',
      table: t.customerLog,
      // For a contact: its company's entries about the contact, which can be found only while the contact exists.
      rows: (whose) =>
        or(
          ofCustomers(t.customerLog.customerId)(whose),
          sql`(${t.customerLog.customerId} in (select ${t.customerContacts.customerId} from ${t.customerContacts}
              where ${t.customerContacts.id} = any(${sql.param(whose.contactIds)}::int[]))
            and ${t.customerLog.data} ->> 'contato' = any(${sql.param(whose.contactIds.map(String))}::text[]))`,
        ),
      disclosed: { texto: t.customerLog.text, em: t.customerLog.at },
      erase: { text: GONE, data: {} },
    },
  ],
  customerContacts: [
    {
      group: 'CONTATOS',
      title: 'contatos',
      table: t.customerContacts,
      rows: (whose) =>
        or(
          ofCustomers(t.customerContacts.customerId)(whose),
          sql`${t.customerContacts.id} = any(${sql.param(whose.contactIds)}::int[])`,
        ),
      disclosed: {
        nome: t.customerContacts.name,
        documento: t.customerContacts.document,
        nascimento: t.customerContacts.birthDate,
        time: t.customerContacts.team,
        cargo: t.customerContacts.role,
        telefone: t.customerContacts.phone,
        celular: t.customerContacts.mobile,
        email: t.customerContacts.email,
        observacao: t.customerContacts.note,
      },
      erase: 'ROW',
    },
  ],
  customerPhones: [
    {
      group: 'CONTATOS',
      title: 'telefones',
      table: t.customerPhones,
      rows: ofCustomers(t.customerPhones.customerId),
      disclosed: { numero: t.customerPhones.number, descricao: t.customerPhones.description },
      erase: 'ROW',
    },
  ],
  customerEmails: [
    {
      group: 'CONTATOS',
      title: 'emails',
      table: t.customerEmails,
      rows: ofCustomers(t.customerEmails.customerId),
      disclosed: { email: t.customerEmails.email, descricao: t.customerEmails.description },
      erase: 'ROW',
    },
  ],
  deliveryAddresses: [
    {
      group: 'CONTATOS',
      title: 'enderecosEntrega',
      table: t.deliveryAddresses,
      rows: ofCustomers(t.deliveryAddresses.customerId),
      disclosed: {
        cep: t.deliveryAddresses.cep,
        logradouro: t.deliveryAddresses.street,
        numero: t.deliveryAddresses.number,
        complemento: t.deliveryAddresses.complement,
        bairro: t.deliveryAddresses.district,
        cidade: t.deliveryAddresses.city,
        uf: t.deliveryAddresses.state,
        observacao: t.deliveryAddresses.note,
      },
      // Orders refer to the row; town and state are kept to show where goods were sold.
      erase: { cep: '', street: '', number: '', complement: '', district: '', note: '', active: false },
    },
  ],
  customerFiles: [
    {
      group: 'CADASTRO',
      title: 'arquivosDoCadastro',
      table: t.customerFiles,
      rows: ofCustomers(t.customerFiles.customerId),
      disclosed: { arquivo: t.customerFiles.fileId, enviadoEm: t.customerFiles.createdAt },
      erase: 'ROW',
    },
  ],
  agendas: [
    {
      group: 'COMERCIAL',
      title: 'agendas',
      table: t.agendas,
      rows: ofCustomers(t.agendas.customerId),
      disclosed: {
        assunto: t.agendas.subject,
        descricao: t.agendas.description,
        marcadaPara: t.agendas.scheduledAt,
        encerramento: t.agendas.finishNote,
      },
      erase: { subject: GONE, description: '', finishNote: '' },
    },
  ],
  dials: [
    {
      group: 'COMERCIAL',
      title: 'ligacoes',
      table: t.dials,
      rows: ofCustomers(t.dials.customerId),
      disclosed: { numero: t.dials.number, em: t.dials.at },
      erase: { number: '' },
    },
  ],
  incomingCalls: [
    {
      group: 'COMERCIAL',
      title: 'ligacoesRecebidas',
      table: t.incomingCalls,
      rows: ofCustomers(t.incomingCalls.customerId),
      disclosed: {
        numero: t.incomingCalls.number,
        em: t.incomingCalls.startedAt,
        observacao: t.incomingCalls.note,
      },
      // A telephone system may name calls by their number.
      erase: { number: '', note: '', callKey: sql`'sem nome ' || ${t.incomingCalls.id}` },
    },
  ],
  serviceRecords: [
    {
      group: 'COMERCIAL',
      title: 'atendimentos',
      table: t.serviceRecords,
      rows: ofCustomers(t.serviceRecords.customerId),
      disclosed: { descricao: t.serviceRecords.description, em: t.serviceRecords.registeredAt },
      erase: { description: GONE },
    },
  ],
  customerDimensions: [
    {
      group: 'COMERCIAL',
      title: 'informacoesAdicionais',
      table: t.customerDimensions,
      rows: ofCustomers(t.customerDimensions.customerId),
      disclosed: { descricao: t.customerDimensions.description, observacao: t.customerDimensions.note },
      erase: 'ROW',
    },
  ],
  customerProductWords: [
    {
      group: 'COMERCIAL',
      title: 'comoChamaOsProdutos',
      table: t.customerProductWords,
      rows: ofCustomers(t.customerProductWords.customerId),
      disclosed: {
        palavras: t.customerProductWords.words,
        em: t.customerProductWords.at,
        vezes: t.customerProductWords.times,
      },
      erase: 'ROW',
    },
  ],
  customerRestrictions: [
    {
      group: 'COMERCIAL',
      title: 'restricoes',
      table: t.customerRestrictions,
      rows: ofCustomers(t.customerRestrictions.customerId),
      disclosed: { descricao: t.customerRestrictions.description, desde: t.customerRestrictions.createdAt },
      erase: { description: GONE },
    },
  ],
  customerCredits: [
    {
      group: 'COMERCIAL',
      title: 'creditos',
      table: t.customerCredits,
      rows: ofCustomers(t.customerCredits.customerId),
      disclosed: {
        descricao: t.customerCredits.description,
        valor: t.customerCredits.amount,
        saldo: t.customerCredits.balance,
      },
      erase: { description: GONE },
    },
  ],
  productWaits: [
    {
      group: 'COMERCIAL',
      title: 'esperasPorProdutos',
      table: t.productWaits,
      rows: ofCustomers(t.productWaits.customerId),
      disclosed: { produto: t.productWaits.productId, desde: t.productWaits.createdAt },
      erase: 'ROW',
    },
  ],
  competitorPrices: [
    {
      group: 'COMERCIAL',
      title: 'precosDeConcorrentes',
      table: t.competitorPrices,
      rows: ofCustomers(t.competitorPrices.customerId),
      disclosed: { observacao: t.competitorPrices.note, em: t.competitorPrices.at },
      erase: { note: '' },
    },
  ],
  orders: [
    {
      group: 'COMERCIAL',
      title: 'orcamentosEPedidos',
      table: t.orders,
      rows: ofCustomers(t.orders.customerId),
      disclosed: {
        numero: t.orders.id,
        situacao: t.orders.status,
        total: t.orders.total,
        em: t.orders.createdAt,
        ordemDeCompra: t.orders.purchaseOrder,
        obsEntrega: t.orders.deliveryNote,
        obsPedido: t.orders.orderNote,
        obsCliente: t.orders.customerNote,
      },
      erase: { purchaseOrder: '', deliveryNote: '', orderNote: '', customerNote: '', lossNote: '' },
    },
  ],
  pastOrders: [
    {
      group: 'COMERCIAL',
      title: 'pedidosAnteriores',
      table: t.pastOrders,
      rows: ofCustomers(t.pastOrders.customerId),
      disclosed: {
        numero: t.pastOrders.number,
        situacao: t.pastOrders.status,
        total: t.pastOrders.total,
        em: t.pastOrders.orderedOn,
        observacao: t.pastOrders.note,
      },
      erase: { note: '' },
    },
  ],
  orderItems: [
    {
      group: 'COMERCIAL',
      title: 'itensDeOrcamentosEPedidos',
      table: t.orderItems,
      rows: ({ customerIds }) =>
        sql`exists (select from ${t.orders} o where o.id = ${t.orderItems.orderId} and o.customer_id = any(${sql.param(customerIds)}::int[]))`,
      disclosed: {
        pedido: t.orderItems.orderId,
        produto: t.orderItems.productId,
        observacao: t.orderItems.note,
      },
      erase: { note: '' },
    },
  ],
  priceNegotiations: [
    {
      group: 'COMERCIAL',
      title: 'negociacoesDePreco',
      table: t.priceNegotiations,
      rows: ofCustomers(t.priceNegotiations.customerId),
      disclosed: { observacao: t.priceNegotiations.note, em: t.priceNegotiations.createdAt },
      erase: { note: '', decisionNote: '' },
    },
  ],
  accountEntries: [
    {
      group: 'COMERCIAL',
      title: 'lancamentosDeContaCorrente',
      table: t.accountEntries,
      rows: ofCustomers(t.accountEntries.customerId),
      disclosed: { descricao: t.accountEntries.description, em: t.accountEntries.at },
      erase: { description: GONE },
    },
  ],
} as const satisfies Readonly<Record<string, readonly PersonalDataTable[]>>;

import { inArray, sql } from 'drizzle-orm';
import * as t from '#server/db/tables/index.ts';
import {
  endedInvoice,
  endedTicket,
  GONE,
  ofCustomers,
  ofInvoices,
  ofTickets,
  type PersonalDataTable,
} from './holding.ts';

const ofTicket = (
  title: string,
  table: PersonalDataTable['table'],
  ticketId: Parameters<typeof ofTickets>[0],
  disclosed: PersonalDataTable['disclosed'],
  erase: PersonalDataTable['erase'],
): PersonalDataTable => ({
  group: 'ATENDIMENTO',
  title,
  table,
  rows: ofTickets(ticketId),
  ended: endedTicket(ticketId),
  disclosed,
  erase,
});

/** The person's tickets and the notes they concern. Their files are in `PERSONAL_FILES` (tables.ts). */
export const TICKET_HOLDINGS = {
  ticketMessages: [
    ofTicket(
      'mensagens',
      t.ticketMessages,
      t.ticketMessages.ticketId,
      {
        ticket: t.ticketMessages.ticketId,
        tipo: t.ticketMessages.type,
        texto: t.ticketMessages.html,
        em: t.ticketMessages.createdAt,
      },
      { html: `<p>${GONE}</p>` },
    ),
  ],
  ticketCopies: [
    {
      group: 'COMUNICACOES',
      title: 'copiasDeEmails',
      table: t.ticketCopies,
      rows: ({ emails }) => inArray(t.ticketCopies.address, [...emails]),
      disclosed: { ticket: t.ticketCopies.ticketId, endereco: t.ticketCopies.address, em: t.ticketCopies.at },
      erase: 'ROW',
    },
    // Somebody else's address, which leaves with the ticket's other personal data.
    ofTicket(
      'copiasDosTickets',
      t.ticketCopies,
      t.ticketCopies.ticketId,
      { ticket: t.ticketCopies.ticketId, em: t.ticketCopies.at },
      'ROW',
    ),
  ],
  ticketSurveys: [
    ofTicket(
      'pesquisasDeSatisfacao',
      t.ticketSurveys,
      t.ticketSurveys.ticketId,
      {
        ticket: t.ticketSurveys.ticketId,
        endereco: t.ticketSurveys.address,
        perguntadoEm: t.ticketSurveys.askedAt,
        nota: t.ticketSurveys.mark,
        comentario: t.ticketSurveys.comment,
      },
      { address: '', comment: '' },
    ),
  ],
  ticketEvents: [
    ofTicket(
      'historicoDosTickets',
      t.ticketEvents,
      t.ticketEvents.ticketId,
      {
        ticket: t.ticketEvents.ticketId,
        tipo: t.ticketEvents.type,
        nota: t.ticketEvents.note,
        em: t.ticketEvents.createdAt,
      },
      { note: '', data: {} },
    ),
  ],
  ticketAttachments: [
    ofTicket(
      'anexos',
      t.ticketAttachments,
      t.ticketAttachments.ticketId,
      { ticket: t.ticketAttachments.ticketId, arquivo: t.ticketAttachments.fileId },
      'ROW',
    ),
  ],
  ticketItems: [
    ofTicket(
      'itensDosTickets',
      t.ticketItems,
      t.ticketItems.ticketId,
      {
        ticket: t.ticketItems.ticketId,
        produto: t.ticketItems.description,
        motivo: t.ticketItems.reasonText,
        observacao: t.ticketItems.note,
      },
      { reasonText: '', note: '', checkNote: '', analysisReason: '' },
    ),
  ],
  ticketCosts: [
    ofTicket(
      'custosDosTickets',
      t.ticketCosts,
      t.ticketCosts.ticketId,
      { ticket: t.ticketCosts.ticketId, descricao: t.ticketCosts.description, valor: t.ticketCosts.amount },
      { description: GONE },
    ),
  ],
  extensionDecisions: [
    ofTicket(
      'prorrogacoes',
      t.extensionDecisions,
      t.extensionDecisions.ticketId,
      { ticket: t.extensionDecisions.ticketId, observacao: t.extensionDecisions.note },
      { note: '' },
    ),
  ],
  tickets: [
    ofTicket(
      'tickets',
      t.tickets,
      t.tickets.id,
      {
        numero: t.tickets.id,
        situacao: t.tickets.status,
        assunto: t.tickets.subject,
        mensagem: t.tickets.message,
        camposExtras: t.tickets.extraFields,
        em: t.tickets.createdAt,
        fim: t.tickets.finishedAt,
      },
      { subject: GONE, message: '', extraFields: {} },
    ),
  ],
  nfeDocuments: [
    {
      group: 'FISCAL',
      title: 'arquivosDeNotas',
      table: t.nfeDocuments,
      rows: ofInvoices(t.nfeDocuments.invoiceId),
      ended: endedInvoice(t.nfeDocuments.invoiceId),
      disclosed: { chave: t.nfeDocuments.key, emitidaEm: t.nfeDocuments.issuedOn },
      erase: 'ROW',
    },
  ],
  invoices: [
    {
      group: 'FISCAL',
      title: 'notasFiscais',
      table: t.invoices,
      rows: ofCustomers(t.invoices.customerId),
      ended: ({ invoices: before }) => sql`${t.invoices.issuedOn} < ${before}::date`,
      disclosed: {
        numero: t.invoices.number,
        serie: t.invoices.series,
        chave: t.invoices.key,
        emitidaEm: t.invoices.issuedOn,
        total: t.invoices.total,
        observacao: t.invoices.note,
      },
      erase: { note: '' },
    },
  ],
  invoiceTitles: [
    {
      group: 'FISCAL',
      title: 'titulos',
      table: t.invoiceTitles,
      rows: ofInvoices(t.invoiceTitles.invoiceId),
      disclosed: {
        numero: t.invoiceTitles.number,
        vencimento: t.invoiceTitles.dueOn,
        valor: t.invoiceTitles.amount,
        pagoEm: t.invoiceTitles.paidOn,
      },
      // A number and an amount, which identify no one once the note does not.
      erase: null,
    },
  ],
} as const satisfies Readonly<Record<string, readonly PersonalDataTable[]>>;

import { and, eq } from 'drizzle-orm';
import { isMissingDocument } from '#contract/rules/documents.ts';
import type { ConsumerForm } from '#contract/rules/tickets/ticketInput.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import type { Context } from '#server/context.ts';
import { type customers, people, ticketSnoozes, tickets } from '#server/db/tables/index.ts';
import { notFound } from '#server/errors.ts';
import { isConsumer, isOutside, ticketScope } from '#server/session/scope.ts';
import { mailPreference } from '../../mailAddresses/queries.ts';
import { mayBeCompleted } from '../../registration/queries.ts';
import { figuresOfTickets } from '../lineFigures.ts';
import { mergedTickets } from '../merge/mergedTickets.ts';
import { dividedTickets } from '../split/dividedTickets.ts';
import { rowViewOf, selectRows, ticketRow } from '../ticketRows.ts';
import {
  countAttachments,
  invoicesOf,
  itemTotals,
  originOf,
  partiesOf,
  returnDocumentsOf,
} from './ticketParts.ts';
import { ticketSteps } from './ticketSteps.ts';

/** A complete ticket: the data of its row, its flow as a step map, and what it is about. */
export async function oneTicket(id: number, ctx: Pick<Context, 'db' | 'user' | 'now'>): Promise<Ticket> {
  const { db, user } = ctx;
  const [[row], lines] = await Promise.all([
    selectRows(db).where(and(eq(tickets.id, id), ticketScope(user))),
    figuresOfTickets(db, [id]),
  ]);
  if (!row) throw notFound();
  const [view, steps, parties, origem, notas, totalAnexos, papers, juntados, divisoes, adiadoPor] =
    await Promise.all([
      rowViewOf(ctx),
      ticketSteps(
        row,
        lines.map(({ item }) => item),
        ctx,
      ),
      partiesOf(db, row.ticket),
      originOf(db, row.ticket.origin),
      invoicesOf(db, id),
      countAttachments(ctx, id),
      returnDocumentsOf(db, id),
      mergedTickets(ctx, row.ticket),
      dividedTickets(ctx, id),
      snoozerOf(ctx, id),
    ]);
  const contact = contactOf(row);
  return {
    ...ticketRow(row, view),
    ...steps,
    motivos: row.ticket.reasons,
    origem,
    consumidorFinal: row.ticket.finalConsumer,
    ...(!isConsumer(user) && { cadastroIncompleto: mayBeCompleted(row.customer) }),
    contato: { ...contact, avisos: await mailPreference(db, contact.email) },
    ...parties,
    notas,
    juntados,
    divisoes,
    adiadoPor,
    ...itemTotals(lines),
    totalAnexos,
    prazoPausado: row.ticket.dueMinutesLeft !== null,
    resultado: row.ticket.result,
    motivoFinalizacao: row.ticket.finalReason?.descricao ?? null,
    finalizadoEm: row.ticket.finishedAt?.toISOString() ?? null,
    ...(isOutside(user) ? withoutOverride(papers) : papers),
  };
}

/** Who put it off; people outside the company do not know that anybody did. */
async function snoozerOf({ db, user }: Pick<Context, 'db' | 'user'>, id: number): Promise<string | null> {
  if (isOutside(user)) return null;
  const [snooze] = await db
    .select({ name: people.name })
    .from(ticketSnoozes)
    .innerJoin(people, eq(people.id, ticketSnoozes.personId))
    .where(eq(ticketSnoozes.ticketId, id));
  return snooze?.name ?? null;
}

type Papers = Pick<Ticket, 'notaDevolucao' | 'coleta'>;

/** Only staff see who accepted a difference, and why. */
const withoutOverride = ({ notaDevolucao, coleta }: Papers): Papers => ({
  notaDevolucao: notaDevolucao && { ...notaDevolucao, liberadaPor: null, motivoLiberacao: '' },
  coleta,
});

interface WithContact {
  ticket: Pick<typeof tickets.$inferSelect, 'extraFields'>;
  customer: Pick<typeof customers.$inferSelect, 'legalName' | 'document' | 'email' | 'phone'>;
}

/** The person that the ticket is about: the consumer it was opened for, otherwise the customer; '' for a document not known yet. */
export function contactOf({ ticket, customer }: WithContact): Ticket['contato'] {
  const consumer = ticket.extraFields.consumidorFinal as Partial<ConsumerForm> | undefined;
  const document = consumer?.documento || customer.document;
  return {
    nome: consumer?.nome || customer.legalName,
    documento: isMissingDocument(document) ? '' : document,
    email: consumer?.email || customer.email,
    telefone: consumer?.telefone || customer.phone,
  };
}

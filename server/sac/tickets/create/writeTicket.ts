import { eq } from 'drizzle-orm';
import type { FileRef } from '#contract/config/platform.ts';
import { documentKind } from '#contract/rules/documents.ts';
import { type FlowStep, initialStep } from '#contract/rules/flows/flow.ts';
import { type ConsumerForm, chosenReasons, type TicketInput } from '#contract/rules/tickets/ticketInput.ts';
import type { TicketType } from '#contract/rules/tickets/ticketType.ts';
import { reasonsOfPath } from '#contract/rules/tickets/ticketType.ts';
import { currentFlow } from '#server/config/flows/queries.ts';
import { workCalendar } from '#server/config/parameters/queries.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import {
  customerBranches,
  customers,
  sectors,
  ticketEvents,
  ticketInvoices,
  ticketMessages,
  tickets,
  type ticketTypes,
} from '#server/db/tables/index.ts';
import { invalid, refused } from '#server/errors.ts';
import { publishTicket } from '#server/realtime/publish.ts';
import { textAsHtml } from '#server/text/plainText.ts';
import { audit } from '#server/writing/audit.ts';
import { logCustomer } from '../../customers/commands.ts';
import type { CustomerRow } from '../../customers/queries.ts';
import type { BranchRow } from '../../invoices/queries.ts';
import type { AttachedFiles } from '../change/attachedFiles.ts';
import { linkFiles } from '../change/attachedFiles.ts';
import { enteredDue } from '../change/changeTicket.ts';
import { queueNews } from '../mail/news.ts';
import type { References, RequestedLines, TicketContext } from './references.ts';
import { writeItems } from './writeItems.ts';

/** Writes the ticket with everything that belongs to it, and returns its id. */
export async function writeTicket(tx: Tx, ctx: Context, checked: CheckedTicket): Promise<number> {
  const { input, references } = checked;
  const row = await insertTicket(tx, ctx, checked);
  if (references.invoiceIds.length > 0)
    await tx
      .insert(ticketInvoices)
      .values(references.invoiceIds.map((invoiceId) => ({ ticketId: row.id, invoiceId })));
  const itemFiles = await writeItems(tx, row.id, checked);
  const messageId = await writeMessage(tx, ctx, row.id, input);
  await linkFiles(tx, ctx, row.id, [
    ...itemFiles,
    ...[...(input.arquivos ?? []), ...checked.more].map(({ id }) => ({ fileId: id, messageId })),
  ]);
  const [event] = await tx
    .insert(ticketEvents)
    .values({
      ticketId: row.id,
      type: 'CRIACAO',
      note: row.subject,
      personId: ctx.user.id,
      data: { etapa: row.stepKey, status: row.status },
      createdAt: ctx.now(),
    })
    .returning({ id: ticketEvents.id });
  if (!event) throw new Error('the entry of the timeline was not written');
  await queueNews(tx, {
    eventId: event.id,
    ticketId: row.id,
    type: 'CRIACAO',
    internal: false,
    at: ctx.now(),
  });
  await logCustomer(tx, ctx, {
    customerId: row.customerId,
    type: 'TICKET',
    itemId: row.id,
    text: `Ticket ${row.id} aberto${row.subject && `: ${row.subject}`}`,
  });
  await audit(tx, ctx, {
    action: 'CRIAR',
    entity: 'tickets',
    entityId: row.id,
    after: audited(row, checked),
  });
  await publishTicket(tx, {
    ticket: row,
    type: 'CRIACAO',
    internal: false,
    noticed: true,
    by: ctx.user,
    at: ctx.now(),
  });
  return row.id;
}

type TicketRow = typeof tickets.$inferSelect;

async function insertTicket(tx: Tx, ctx: Context, checked: CheckedTicket): Promise<TicketRow> {
  const { input, parties, type } = checked;
  if (!type.type || !type.row || !parties.branch) throw new Error('an unchecked ticket');
  const { flow, step } = await firstStep(tx, type.row);
  const customer = parties.customer ?? (await writeConsumer(tx, ctx, parties.consumer, parties.branch));
  const now = ctx.now();
  const sector = await sectorOf(tx, step);
  const [row] = await tx
    .insert(tickets)
    .values({
      typeId: type.row.id,
      status: step.status_ao_entrar,
      customerId: customer.id,
      branchId: parties.branch.id,
      representativeId: customer.representativeId,
      regionId: customer.regionId,
      sectorId: sector?.id ?? null,
      priority: input.prioridade ?? type.row.priority ?? sector?.priority ?? 'NORMAL',
      creatorId: ctx.user.id,
      flowKey: flow.key,
      flowVersion: flow.version,
      stepKey: step.chave,
      stepEnteredAt: now,
      ...enteredDue(step, workCalendar(checked.parameters, parties.branch.timeZone), now),
      createdAt: now,
      updatedAt: now,
      ...answersOf(input, type.type, parties.consumer),
    })
    .returning();
  if (!row) throw new Error('the ticket was not written');
  return row;
}

/**
 * A new ticket starts at the initial step, not at the one after it: entering a work step makes a ticket EM_ATENDIMENTO, and
 * no one has taken this one yet (docs/domain.md 2 and 3). It is pinned to the newest version of the flow.
 */
async function firstStep(tx: Tx, { flowKey }: typeof ticketTypes.$inferSelect) {
  const flow = await currentFlow(tx, flowKey);
  const step = flow && initialStep(flow.flow);
  if (!step)
    throw refused('FLUXO_AUSENTE', 'Este tipo de solicitação está sem fluxo. Avise um administrador.');
  return { flow, step };
}

async function sectorOf(tx: Tx, { setor }: FlowStep) {
  const [row] = await tx
    .select({ id: sectors.id, priority: sectors.priority })
    .from(sectors)
    .where(eq(sectors.key, setor));
  return row;
}

/** The person's answers, limited to what the type asks for. */
function answersOf(input: TicketInput, type: TicketType, consumer: ConsumerForm | null) {
  return {
    origin: input.origem ?? '',
    message: (input.mensagem ?? '').trim(),
    finalConsumer: consumer !== null,
    // The consumer the ticket is about, if the customer is someone else (a shop asking on behalf of its buyer).
    extraFields: consumer ? { consumidorFinal: consumer } : {},
    ...answersOfType(input, type),
  };
}

/** The answers that depend on the type, and are given again when it changes. */
export function answersOfType(input: TicketInput, type: TicketType) {
  const { responsavel_prorrogacao: responsavel, responsavel_prorrogacao_id, dias_atraso_prorrogacao } = input;
  return {
    subject: (input.assunto ?? '').trim() || type.desc,
    reasons: reasonsOfPath(type.motivos, chosenReasons(input)).map(({ id, descricao }) => ({
      id,
      descricao,
    })),
    carrierId: type.usa_transportadora > 0 ? (input.transportadora_id ?? null) : null,
    extension:
      type.usa_prorrogacao > 0 && responsavel && responsavel_prorrogacao_id
        ? {
            responsavel,
            responsavelId: responsavel_prorrogacao_id,
            diasAtraso: dias_atraso_prorrogacao ?? 0,
          }
        : null,
  };
}

/** Creates the record of a consumer who had none, served by the ticket's branch so that its people can find it. */
async function writeConsumer(
  tx: Tx,
  ctx: Context,
  consumer: ConsumerForm | null,
  branch: BranchRow,
): Promise<CustomerRow> {
  if (!consumer) throw new Error('an unchecked customer');
  const [row] = await tx
    .insert(customers)
    .values({
      document: consumer.documento,
      legalName: consumer.nome,
      tradeName: consumer.nome,
      email: consumer.email,
      phone: consumer.telefone,
      representativeId: ctx.user.representativeId,
      // Of a company only name and phone are known now, so it is a first contact, which can be registered later.
      prospect: documentKind(consumer.documento) === 'CNPJ',
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    })
    .onConflictDoNothing()
    .returning();
  // Another transaction has just inserted the same document; the next attempt finds that record.
  if (!row)
    throw invalid({ 'consumidorFinal.documento': 'Este cliente acaba de ser cadastrado. Envie de novo.' });
  await tx.insert(customerBranches).values({ customerId: row.id, branchId: branch.id });
  await audit(tx, ctx, {
    action: 'CRIAR',
    entity: 'customers',
    entityId: row.id,
    after: { documento: row.document, nome: row.legalName },
  });
  return row;
}

/** The message opens the conversation and is public; without one, the conversation starts empty. */
export async function writeMessage(
  tx: Tx,
  ctx: Context,
  ticketId: number,
  { mensagem }: Pick<TicketInput, 'mensagem'>,
) {
  const text = (mensagem ?? '').trim();
  if (!text) return null;
  const [row] = await tx
    .insert(ticketMessages)
    .values({
      ticketId,
      type: 'PUBLICO',
      authorId: ctx.user.id,
      html: textAsHtml(text),
      createdAt: ctx.now(),
    })
    .returning({ id: ticketMessages.id });
  return row?.id ?? null;
}

const audited = (row: TicketRow, { type, input, files: attached, more }: CheckedTicket) => ({
  tipo: type.row?.key,
  cliente: row.customerId,
  filial: row.branchId,
  origem: row.origin,
  assunto: row.subject,
  prioridade: row.priority,
  etapa: row.stepKey,
  itens: input.itens?.length ?? 0,
  itensAvulsos: input.itensAvulsos?.length ?? 0,
  notas: input.notas?.length ?? 0,
  anexos: attached.stored.size + more.length,
});

/** A ticket for which everything has been checked. */
export interface CheckedTicket extends TicketContext {
  input: TicketInput;
  references: References;
  requested: RequestedLines;
  files: AttachedFiles;
  /** Files that are already stored and will be linked as well. */
  more: readonly FileRef[];
}

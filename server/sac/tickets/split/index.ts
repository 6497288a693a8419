import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { withoutFiles } from '#contract/rules/fields/fieldFiles.ts';
import {
  type SplitChoice,
  type SplitGround,
  splitChoiceObstacle,
  splitText,
  splitUndoObstacle,
} from '#contract/rules/tickets/ticketSplit.ts';
import { SplitShown, ticketSplitRoutes } from '#contract/sac/tickets/ticketSplits.ts';
import { calendarOf, serviceParameters } from '#server/config/parameters/queries.ts';
import type { Context, User } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import {
  type MovedRows,
  receivedEmails,
  ticketAttachments,
  ticketEvents,
  ticketInvoices,
  ticketMessages,
  ticketNews,
  ticketSplits,
  tickets,
} from '#server/db/tables/index.ts';
import { notFound, refused, shownBy } from '#server/errors.ts';
import { implement } from '#server/implement.ts';
import { plainText } from '#server/text/plainText.ts';
import { command } from '#server/writing/command.ts';
import { moveReplyDrafts } from '#server/writing/movedDrafts.ts';
import { changeTicket, NO_CLOCK } from '../change/changeTicket.ts';
import { lockTicket, lockTickets, stepOf, type TicketRecord } from '../change/lockTicket.ts';
import { carrySets, returnSets } from '../merge/carriedSets.ts';
import { mergeSides } from '../merge/mergeSides.ts';
import { hasSameLines, hasSameMessages, moveRows, returnRows } from '../merge/movedRows.ts';
import { moved } from '../moves/openWork.ts';
import { splitGround } from './splitGround.ts';
import { readableFiles, readableMessages, splitOptions } from './splitOptions.ts';

type Split = typeof ticketSplits.$inferSelect;

/**
 * Takes lines, messages and files of a ticket to a new one of the same type, customer, branch and step. They move and are not copied, so
 * that every quantity is held once and every message stands in one place.
 */
const split = command(ticketSplitRoutes.split, async (tx, ctx, { params, body }) => {
  const source = await lockTicket(tx, ctx.user, params.idTicket, {
    versao: body.versao,
    state: async ({ subject }) => shownBy(SplitShown, { assunto: subject }),
  });
  const choice: SplitChoice = {
    lines: body.produtos ?? [],
    messages: body.mensagens ?? [],
    files: body.arquivos ?? [],
  };
  const ground = await splitGround(tx, source);
  const open = await requireOwn(tx, ctx.user, ground, choice);
  const found = splitChoiceObstacle(ground, choice);
  if (found) throw refused(found.code, found.message);
  const part = await insertPart(tx, ctx, source, plainText(body.assunto ?? '').trim());
  const rows: MovedRows = {
    ...(await moveRows(tx, { from: source.id, to: part.id }, choice)),
    addedInvoices: await copyInvoices(tx, { from: source.id, to: part.id }),
    ...(await carrySets(tx, { from: source.id, to: part.id })),
  };
  await moveNews(tx, { from: source.id, to: part.id }, rows.messages);
  await tx.insert(ticketSplits).values({
    fromId: source.id,
    toId: part.id,
    moved: rows,
    stood: {
      typeId: source.typeId,
      stepKey: source.stepKey,
      stepEnteredAt: source.stepEnteredAt.toISOString(),
    },
    personId: ctx.user.id,
    at: ctx.now(),
  });
  // Nobody outside the company notices what they do not see.
  const internal = splitText(open) === '';
  const what = splitText(internal ? choice : open);
  const counts = {
    produtos: rows.lines.length,
    mensagens: rows.messages.length,
    arquivos: rows.attachments.length,
  };
  await changeTicket(tx, ctx, part, {
    event: {
      type: 'DIVIDIDO_DE',
      note: `Aberto da divisão do ticket ${source.id}: ${what}.`,
      data: { divididoDe: source.id },
      internal,
    },
    audit: { action: 'DIVIDIR', after: { divididoDe: source.id, assunto: part.subject, ...counts } },
  });
  const changed = await changeTicket(tx, ctx, source, {
    event: {
      type: 'DIVISAO',
      note: `Para o ticket ${part.id}: ${what}.`,
      data: { divididoEm: part.id },
      internal,
    },
    audit: { action: 'DIVIDIR', after: { divididoEm: part.id, ...counts } },
  });
  const answer = moved(
    ctx,
    changed,
    await stepOf(tx, changed),
    `Novo ticket ${part.id}, com ${splitText(choice)}.`,
  );
  return { data: { ...answer.data, novo: part.id } };
});

/** The part of the choice that people outside the company see. What is not on the ticket, or not anymore, is unknown. */
async function requireOwn(
  tx: Tx,
  user: User,
  { ticket: { id }, lines }: SplitGround,
  { lines: chosen, messages, files }: SplitChoice,
): Promise<SplitChoice> {
  const own = new Set(lines.map((line) => line.id));
  const said = await tx
    .select({ id: ticketMessages.id, type: ticketMessages.type })
    .from(ticketMessages)
    .where(
      and(eq(ticketMessages.ticketId, id), inArray(ticketMessages.id, [...messages]), readableMessages(user)),
    );
  const loose = await tx
    .select({ id: ticketAttachments.id, internal: ticketAttachments.internal })
    .from(ticketAttachments)
    .where(
      and(
        eq(ticketAttachments.ticketId, id),
        inArray(ticketAttachments.id, [...files]),
        readableFiles(user),
        isNull(ticketAttachments.itemId),
        isNull(ticketAttachments.messageId),
      ),
    );
  if (
    chosen.every((line) => own.has(line)) &&
    said.length === messages.length &&
    loose.length === files.length
  )
    return {
      lines: chosen,
      messages: said.filter(({ type }) => type === 'PUBLICO').map((message) => message.id),
      files: loose.filter(({ internal }) => !internal).map((file) => file.id),
    };
  throw refused('NAO_ESTA_AQUI', `Algo do que você escolheu não está mais no ticket ${id}. Escolha de novo.`);
}

/**
 * The new ticket is what the other one is, and begins without words of its own. Whoever opened that one has opened this one too: they
 * get its e-mails.
 */
async function insertPart(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  source: TicketRecord,
  subject: string,
): Promise<TicketRecord> {
  const { typeId, status, priority, customerId, branchId, representativeId, regionId } = source;
  const { sectorId, operatorId, creatorId, origin, reasons, finalConsumer, carrierId } = source;
  const { flowKey, flowVersion, stepKey, stepEnteredAt, dueAt, dueMinutes, dueMinutesLeft } = source;
  const [part] = await tx
    .insert(tickets)
    .values({
      ...{ typeId, status, priority, customerId, branchId, representativeId, regionId },
      ...{ sectorId, operatorId, creatorId, origin, reasons, finalConsumer, carrierId },
      ...{ flowKey, flowVersion, stepKey, stepEnteredAt, dueAt, dueMinutes, dueMinutesLeft },
      subject: subject || source.subject,
      extraFields: withoutFiles(source.extraFields),
      createdAt: now(),
      updatedAt: now(),
    })
    .returning();
  if (!part) throw new Error('the ticket was not written');
  return part;
}

interface Way {
  from: number;
  to: number;
}

/** Both tickets are about the same invoices as a whole. */
async function copyInvoices(tx: Tx, { from, to }: Way): Promise<number[]> {
  const rows = await tx
    .insert(ticketInvoices)
    .select(
      tx
        .select({
          ticketId: sql<number>`${to}::integer`.as('ticket_id'),
          invoiceId: ticketInvoices.invoiceId,
        })
        .from(ticketInvoices)
        .where(eq(ticketInvoices.ticketId, from)),
    )
    .returning({ id: ticketInvoices.invoiceId });
  return rows.map(({ id }) => id);
}

/** What is still to be told of these messages, and the e-mails that they came by, are of the ticket that has them. */
async function moveNews(tx: Tx, { from, to }: Way, messages: readonly number[]): Promise<void> {
  if (messages.length === 0) return;
  await tx
    .update(receivedEmails)
    .set({ ticketId: to })
    .where(inArray(receivedEmails.ticketMessageId, [...messages]));
  const told = tx
    .select({ id: ticketEvents.id })
    .from(ticketEvents)
    .where(
      and(
        inArray(ticketEvents.ticketId, [from, to]),
        inArray(sql`(${ticketEvents.data} ->> 'mensagem')::integer`, [...messages]),
      ),
    );
  await tx
    .update(ticketNews)
    .set({ ticketId: to })
    .where(and(eq(ticketNews.ticketId, from), inArray(ticketNews.eventId, told)));
}

/**
 * Takes a split back: exactly what went goes back, and what was written into the part since comes along. The part is closed like a
 * merged ticket, and its number leads on to where everything of it is.
 */
const undoSplit = command(ticketSplitRoutes.undoSplit, async (tx, ctx, { params, body }) => {
  const split = await splitOf(tx, params.idTicket);
  await lockTickets(tx, split ? [split.fromId, split.toId] : [params.idTicket]);
  let part = await lockTicket(tx, ctx.user, params.idTicket, { versao: body.versao, archivedToo: true });
  // Read again under the lock, since somebody else may have been quicker.
  const stands = await splitOf(tx, part.id);
  if (!stands) throw refused('NAO_DIVIDIDO', `O ticket ${part.id} não veio da divisão de outro.`);
  const source = await lockTicket(tx, ctx.user, stands.fromId, { archivedToo: true, mergedToo: true });
  await requireUndoable(tx, ctx, { source, part, made: stands });
  const way = { from: source.id, to: part.id };
  await returnRows(tx, way, stands.moved);
  const since = await moveRows(tx, { from: part.id, to: source.id });
  await moveReplyDrafts(tx, ctx, { from: part.id, to: source.id });
  await returnSets(tx, { from: part.id, to: source.id }, stands.moved);
  await returnNews(tx, { from: part.id, to: source.id }, [...stands.moved.messages, ...since.messages]);
  await tx
    .update(ticketSplits)
    .set({ undoneAt: ctx.now(), undoneById: ctx.user.id })
    .where(eq(ticketSplits.id, stands.id));
  part = await changeTicket(tx, ctx, part, {
    set: { status: 'CANCELADO', archived: true, mergedIntoId: source.id, ...NO_CLOCK },
    event: {
      type: 'DIVISAO_DESFEITA',
      note: `Tudo voltou ao ticket ${source.id}.`,
      data: { divididoDe: source.id },
    },
    audit: { action: 'DESFAZER_DIVISAO', after: { voltouAo: source.id } },
  });
  const changed = await changeTicket(tx, ctx, source, {
    event: {
      type: 'DIVISAO_DESFEITA',
      note: `Voltou a este o que estava no ticket ${part.id}.`,
      data: { divididoEm: part.id },
    },
    audit: { action: 'DESFAZER_DIVISAO', after: { voltouDe: part.id } },
  });
  return moved(
    ctx,
    changed,
    await stepOf(tx, changed),
    `Divisão desfeita: tudo está no ticket ${source.id}.`,
  );
});

/** The split that made the ticket, as long as it was not taken back. */
async function splitOf(tx: Tx, partId: number): Promise<Split | undefined> {
  const [row] = await tx
    .select()
    .from(ticketSplits)
    .where(and(eq(ticketSplits.toId, partId), isNull(ticketSplits.undoneAt)));
  return row;
}

interface Divided {
  source: TicketRecord;
  part: TicketRecord;
  made: Split;
}

async function requireUndoable(tx: Tx, ctx: Context, { source, part, made }: Divided): Promise<void> {
  const sides = await mergeSides(tx, [source, part]);
  const [whole, taken] = [sides.get(source.id), sides.get(part.id)];
  if (!whole || !taken) throw notFound();
  const { zone } = await calendarOf(tx, source.branchId);
  const { moved: rows, stood } = made;
  const isSame = ({ typeId, stepKey, stepEnteredAt }: TicketRecord) =>
    typeId === stood.typeId &&
    stepKey === stood.stepKey &&
    stepEnteredAt.toISOString() === stood.stepEnteredAt;
  const found = splitUndoObstacle({
    source: whole,
    part: taken,
    at: made.at,
    now: ctx.now(),
    zone,
    sameStep: { source: isSame(source), part: isSame(part) },
    lines: rows.lines.length,
    sameLines: taken.lines === rows.lines.length && (await hasSameLines(tx, part.id, rows.lines)),
    sameMessages: await hasSameMessages(tx, part.id, rows.messages),
    most: { items: (await serviceParameters(tx, source.branchId)).maximoItensTicket },
  });
  if (found) throw refused(found.code, found.message);
}

/** Nobody is told any more that the part was opened; everything else is told by the ticket that has it. */
async function returnNews(tx: Tx, way: Way, messages: readonly number[]): Promise<void> {
  const opened = tx
    .select({ id: ticketEvents.id })
    .from(ticketEvents)
    .where(and(eq(ticketEvents.ticketId, way.from), eq(ticketEvents.type, 'DIVIDIDO_DE')));
  await tx
    .delete(ticketNews)
    .where(and(eq(ticketNews.ticketId, way.from), inArray(ticketNews.eventId, opened)));
  await moveNews(tx, way, messages);
}

export const ticketSplitImplementation = implement(ticketSplitRoutes, {
  options: splitOptions,
  split,
  undoSplit,
});

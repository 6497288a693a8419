import { buffer } from 'node:stream/consumers';
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Input, Output } from '#contract/route.ts';
import {
  type Attachment,
  conversationRoutes,
  type TicketSector,
  type TimelineEntry,
} from '#contract/sac/tickets/ticketConversation.ts';
import { dayAt, withAbsence } from '#server/session/absences.ts';
import { MissingFile } from '../../adapters/files/fileStore.ts';
import { openPicture } from '../../adapters/files/receiveUpload.ts';
import type { Context } from '../../context.ts';
import {
  people,
  receivedEmails,
  sectors,
  ticketAttachments,
  ticketEvents,
  ticketMessages,
} from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../paging/paging.ts';
import { attendantsOf, isAttendant } from '../../session/attendants.ts';
import { isOutside } from '../../session/scope.ts';
import type { FileAnswer } from '../../storedFiles.ts';
import { eventNote, readableEvents } from './change/lockTicket.ts';
import { attachmentsWhere, groupedBy, selectAttachments, visibleTo } from './detail/ticketParts.ts';
import { inFamily, leadingTicket } from './merge/family.ts';
import { requireVisibleTicket } from './queries.ts';
import { postMessage } from './reply/postMessage.ts';

const attendant = alias(people, 'attendant');

/** The conversation, newest first. People outside the company get only public messages, and nothing that reveals the others. */
async function ticketHistory(
  { params: { idTicket }, query: { page, take = 8, tipo } }: Input<typeof conversationRoutes.history>,
  { db, user }: Context,
): Promise<Output<typeof conversationRoutes.history>> {
  await requireVisibleTicket(db, user, idTicket);
  const condition = and(
    eq(ticketMessages.ticketId, idTicket),
    isOutside(user) ? eq(ticketMessages.type, 'PUBLICO') : undefined,
    tipo && eq(ticketMessages.type, tipo),
  );
  const request = { page, take };
  const [messages, total] = await Promise.all([
    db
      .select({
        message: ticketMessages,
        author: people.name,
        sector: sectors.name,
        attendant: attendant.name,
        email: receivedEmails,
      })
      .from(ticketMessages)
      .innerJoin(people, eq(people.id, ticketMessages.authorId))
      .leftJoin(sectors, eq(sectors.id, ticketMessages.sectorId))
      .leftJoin(attendant, eq(attendant.id, ticketMessages.attendantId))
      .leftJoin(receivedEmails, eq(receivedEmails.ticketMessageId, ticketMessages.id))
      .where(condition)
      .orderBy(desc(ticketMessages.createdAt), desc(ticketMessages.id))
      .limit(take)
      .offset(pageOf(request).offset),
    countOf(
      db,
      db
        .select({ one: sql`1`.as('one') })
        .from(ticketMessages)
        .where(condition)
        .limit(COUNT_CAP),
    ),
  ]);
  const files = await filesOf(messages.map(({ message }) => message.id));
  return {
    itens: messages.map(({ message, author, sector, attendant: to, email }) => ({
      id: message.id,
      colaborador: { nome: email ? email.fromName || email.fromAddress : author },
      colaborador_id: message.authorId,
      datahora_criacao: message.createdAt.toISOString(),
      tipo: message.type,
      mensagem: message.html,
      anexos: files.get(message.id) ?? [],
      destino: sector === null ? null : { setor: sector, atendente: to },
      ...(email && {
        email: {
          de: email.fromAddress,
          citado: email.quotedHtml,
          deixados: email.leftOut,
          original: email.fileId && isAttendant(user) ? email.id : null,
        },
      }),
    })),
    paginator: paginatorOf(request, total),
  };

  async function filesOf(ids: number[]): Promise<Map<number, Attachment[]>> {
    if (ids.length === 0) return new Map();
    const found = await attachmentsWhere({ db, user }, idTicket, inArray(ticketAttachments.messageId, ids));
    return groupedBy(found, 'messageId');
  }
}

/** The longest edge of a thumbnail, in pixels. */
const THUMBNAIL = 240;

/** A file of a ticket, or a picture's thumbnail; only our own thumbnails are displayed in the page. */
async function attachmentFile(
  { params: { idTicket, idAnexo }, query: { miniatura } }: Input<typeof conversationRoutes.attachment>,
  { db, user, files }: Context,
): Promise<FileAnswer> {
  await requireVisibleTicket(db, user, idTicket);
  // A link from before the merge still leads to the file.
  const lead = await leadingTicket(db, idTicket);
  if (lead !== idTicket) await requireVisibleTicket(db, user, lead);
  const [found] = await selectAttachments(db).where(
    and(visibleTo(user, lead), eq(ticketAttachments.id, idAnexo)),
  );
  if (!found) throw notFound();
  const { name, mime, size, storedAs } = found.file;
  if (miniatura && !/^image\/(jpeg|png|webp)$/.test(mime))
    throw refused('SEM_MINIATURA', `O arquivo "${name}" não é uma imagem: baixe-o para ver.`);
  const content = await files.get(storedAs).catch((error: unknown) => {
    throw error instanceof MissingFile ? notFound() : error;
  });
  if (!miniatura) return { content, name, mime, size };
  const small = await thumbnailOf(await buffer(content));
  return { content: small, name: 'miniatura.webp', mime: 'image/webp', size: small.length, inline: true };
}

/** Stored pictures were checked and cleaned when they were uploaded (server/adapters/files/receiveUpload.ts). */
const thumbnailOf = async (picture: Buffer): Promise<Buffer> =>
  (await openPicture(picture))
    .rotate()
    .resize({ width: THUMBNAIL, height: THUMBNAIL, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .timeout({ seconds: 10 })
    .toBuffer();

export const conversationImplementation = implement(conversationRoutes, {
  history: ticketHistory,
  postMessage,
  sectors: ({ params }, ctx) => ticketSectors(params.idTicket, ctx),
  activities: ({ params }, ctx) => ticketActivities(params.idTicket, ctx),
  attachments: async ({ params }, { db, user }) => {
    await requireVisibleTicket(db, user, params.idTicket);
    return attachmentsWhere({ db, user }, params.idTicket);
  },
  attachment: attachmentFile,
});

/** More events than this on one ticket are a mistake; the page shows the newest. */
const MAX_MESSAGES = 1_000;

/** The timeline, with those of the tickets merged into it, newest first; internal entries are for the company only. */
async function ticketActivities(ticketId: number, { db, user }: Context): Promise<TimelineEntry[]> {
  await requireVisibleTicket(db, user, ticketId);
  const rows = await db
    .select({ event: ticketEvents, person: people.name })
    .from(ticketEvents)
    .leftJoin(people, eq(people.id, ticketEvents.personId))
    .where(and(inFamily(ticketEvents.ticketId, ticketId), readableEvents(user)))
    .orderBy(desc(ticketEvents.createdAt), desc(ticketEvents.id))
    .limit(MAX_MESSAGES);
  return rows.map(({ event, person }) => ({
    id: event.id,
    tipo: event.type,
    datahora_criacao: event.createdAt.toISOString(),
    observacao: eventNote(user, event),
    ...(event.ticketId !== ticketId && { ticket: event.ticketId }),
    colaborador: person === null ? null : { nome: person },
  }));
}

/** Every active sector with its people who can take tickets of this branch, as offered by ENCAMINHAMENTO. */
async function ticketSectors(
  idTicket: number,
  { db, user, now }: Pick<Context, 'db' | 'user' | 'now'>,
): Promise<TicketSector[]> {
  const ticket = await requireVisibleTicket(db, user, idTicket);
  const [rows, persons] = await Promise.all([
    db
      .select({ id: sectors.id, desc: sectors.name })
      .from(sectors)
      .where(eq(sectors.active, true))
      .orderBy(sql`${sectors.name} collate pt_br`, asc(sectors.id)),
    attendantsOf(db, { branchId: ticket.branchId }),
  ]);
  const attendants = await withAbsence(db, persons, await dayAt(db, ticket.branchId, now()));
  return rows.map(({ id, desc }) => ({
    id,
    desc,
    atual: id === ticket.sectorId,
    atendentes: attendants
      .filter(({ sectorId }) => sectorId === id)
      .map(({ id, nome, ausenteAte }) => ({ id, nome, ausenteAte })),
  }));
}

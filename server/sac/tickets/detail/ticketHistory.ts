import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Input, Output } from '../../../../contract/route.ts';
import type { Attachment, conversationRoutes } from '../../../../contract/sac/ticketConversation.ts';
import type { Context } from '../../../context.ts';
import { people, sectors, ticketAttachments, ticketMessages } from '../../../db/tables/index.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../../paging.ts';
import { isConsumer } from '../../../session/scope.ts';
import { requireVisibleTicket } from '../queries.ts';
import { attachmentsWhere, groupedBy } from './ticketAttachments.ts';

const attendant = alias(people, 'attendant');

/** The conversation, newest first. Consumers get what is public, and nothing that tells of the rest. */
export async function ticketHistory(
  { params: { idTicket }, query: { page, take = 8, tipo } }: Input<typeof conversationRoutes.history>,
  { db, user }: Context,
): Promise<Output<typeof conversationRoutes.history>> {
  await requireVisibleTicket(db, user, idTicket);
  const condition = and(
    eq(ticketMessages.ticketId, idTicket),
    isConsumer(user) ? eq(ticketMessages.type, 'PUBLICO') : undefined,
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
      })
      .from(ticketMessages)
      .innerJoin(people, eq(people.id, ticketMessages.authorId))
      .leftJoin(sectors, eq(sectors.id, ticketMessages.sectorId))
      .leftJoin(attendant, eq(attendant.id, ticketMessages.attendantId))
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
    itens: messages.map(({ message, author, sector, attendant: to }) => ({
      id: message.id,
      colaborador: { nome: author },
      colaborador_id: message.authorId,
      datahora_criacao: message.createdAt.toISOString(),
      tipo: message.type,
      mensagem: message.html,
      anexos: files.get(message.id) ?? [],
      destino: sector === null ? null : { setor: sector, atendente: to },
    })),
    paginator: paginatorOf(request, total),
  };

  async function filesOf(ids: number[]): Promise<Map<number, Attachment[]>> {
    if (ids.length === 0) return new Map();
    const found = await attachmentsWhere({ db, user }, idTicket, inArray(ticketAttachments.messageId, ids));
    return groupedBy(found, 'messageId');
  }
}

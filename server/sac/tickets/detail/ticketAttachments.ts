import { and, asc, eq, isNull, or, type SQL } from 'drizzle-orm';
import type { Attachment } from '../../../../contract/sac/ticketConversation.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../db/client.ts';
import { files, ticketAttachments, ticketMessages } from '../../../db/tables/index.ts';
import { isConsumer } from '../../../session/scope.ts';

type Reader = Pick<Context, 'db' | 'user'>;

/** A file as the contract shows it, with the line and the message that it belongs to. */
export type PlacedAttachment = Attachment & { itemId: number | null; messageId: number | null };

/** The files of a ticket that the person may see, oldest first. The ticket itself was judged before. */
export async function attachmentsWhere(
  { db, user }: Reader,
  ticketId: number,
  more?: SQL,
): Promise<PlacedAttachment[]> {
  const rows = await selectAttachments(db)
    .where(and(visibleTo(user, ticketId), more))
    .orderBy(asc(ticketAttachments.createdAt), asc(ticketAttachments.id));
  return rows.map(({ attachment, file }) => ({
    id: attachment.id,
    nome_exibicao: file.name,
    link: `/sac/tickets/${ticketId}/anexos/${attachment.id}`,
    mime: file.mime,
    tamanho: file.size,
    datahora_criacao: attachment.createdAt.toISOString(),
    itemId: attachment.itemId,
    messageId: attachment.messageId,
  }));
}

/** The files of each line, or of each message. */
export function groupedBy(
  attachments: readonly PlacedAttachment[],
  place: 'itemId' | 'messageId',
): Map<number, Attachment[]> {
  const groups = new Map<number, Attachment[]>();
  for (const attachment of attachments) {
    const id = attachment[place];
    if (id !== null) groups.set(id, [...(groups.get(id) ?? []), attachment]);
  }
  return groups;
}

export const selectAttachments = (db: Executor) =>
  db
    .select({ attachment: ticketAttachments, file: files })
    .from(ticketAttachments)
    .innerJoin(files, eq(files.id, ticketAttachments.fileId))
    .leftJoin(ticketMessages, eq(ticketMessages.id, ticketAttachments.messageId));

/** From consumers: no internal file, and none of a message that is not public, whatever its own mark says. */
export const visibleTo = (user: Context['user'], ticketId: number): SQL | undefined =>
  and(
    eq(ticketAttachments.ticketId, ticketId),
    isConsumer(user)
      ? and(
          eq(ticketAttachments.internal, false),
          or(isNull(ticketAttachments.messageId), eq(ticketMessages.type, 'PUBLICO')),
        )
      : undefined,
  );

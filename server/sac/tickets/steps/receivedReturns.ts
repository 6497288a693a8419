import { and, desc, eq, inArray, lte } from 'drizzle-orm';
import type { ReceivedReturn } from '#contract/sac/tickets/ticketItems.ts';
import type { Context } from '#server/context.ts';
import { files, ticketAttachments } from '#server/db/tables/index.ts';
import { receivedReturnNote } from '../../nfe/queries.ts';
import { selectAttachments, visibleTo } from '../detail/ticketParts.ts';

/** How many files are looked at: more than a ticket gets, and few enough to be read while somebody waits. */
const MOST = 10;
/** An invoice of a thousand lines takes about two megabytes. */
const MAX_BYTES = 8 * 1024 * 1024;

const XML = ['application/xml', 'text/xml'];

/**
 * The return notes among the XML files of a ticket that the person may read, the newest first: what an e-mail brought is
 * offered to the step that asks for it.
 */
export async function receivedReturns(ticketId: number, ctx: Context): Promise<ReceivedReturn[]> {
  const rows = await selectAttachments(ctx.db)
    .where(and(visibleTo(ctx.user, ticketId), inArray(files.mime, XML), lte(files.size, MAX_BYTES)))
    .orderBy(desc(ticketAttachments.createdAt), desc(ticketAttachments.id))
    .limit(MOST);
  const found: ReceivedReturn[] = [];
  for (const { attachment, file } of rows) {
    const note = await receivedReturnNote(ctx, file);
    if (note && !found.some(({ chave }) => chave === note.key))
      found.push({
        anexo: attachment.id,
        nome: file.name,
        chave: note.key,
        numero: note.number,
        emissao: note.issuedOn,
        total: note.total,
      });
  }
  return found;
}

/** The stored file of an attachment of this ticket that the person may read; `null` if there is none. */
export async function fileOfAttachment(
  { db, user }: Pick<Context, 'db' | 'user'>,
  ticketId: number,
  attachmentId: number,
): Promise<{ id: string; mime: string } | null> {
  const [row] = await selectAttachments(db).where(
    and(visibleTo(user, ticketId), eq(ticketAttachments.id, attachmentId)),
  );
  return row ? { id: row.file.id, mime: row.file.mime } : null;
}

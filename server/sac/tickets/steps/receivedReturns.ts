import { and, desc, eq, inArray, lte } from 'drizzle-orm';
import type { ReceivedReturn } from '#contract/sac/tickets/ticketItems.ts';
import { MissingFile } from '#server/adapters/files/fileStore.ts';
import type { Context } from '#server/context.ts';
import { files, ticketAttachments } from '#server/db/tables/index.ts';
import { Refusal } from '#server/errors.ts';
import { isOutage } from '#server/failures.ts';
import { foreignNfe, xmlBytes } from '#server/foreign/foreignNfe.ts';
import { isTrial } from '#server/installationState.ts';
import { selectAttachments, visibleTo } from '../detail/ticketParts.ts';

/** How many files are looked at: more than a ticket gets, and few enough to be read while somebody waits. */
const MOST = 10;
/** An invoice of a thousand lines takes about two megabytes. */
const MAX_BYTES = 8 * 1024 * 1024;

/** `finNFe` of a note with which goods come back. */
const RETURN = '4';

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
  const trial = await isTrial(ctx.db);
  const found: ReceivedReturn[] = [];
  for (const { attachment, file } of rows) {
    const note = await returnNoteIn(ctx, file, trial);
    if (note && !found.some(({ chave }) => chave === note.chave))
      found.push({ anexo: attachment.id, nome: file.name, ...note });
  }
  return found;
}

/**
 * The note in a file of a ticket; a file that is gone, or that is no return note, offers nothing. With `trial`, as in a
 * rehearsal, one of the environment for tests is taken too. Throws during an outage, which says nothing about the file.
 */
async function returnNoteIn(
  { files: store, log }: Pick<Context, 'files' | 'log'>,
  { name, storedAs }: { name: string; storedAs: string },
  trial: boolean,
) {
  try {
    const read = await foreignNfe(await xmlBytes(await store.get(storedAs)), trial);
    if (!('note' in read) || read.note.purpose !== RETURN) return null;
    const { key, number, issuedOn, total } = read.note;
    return { chave: key, numero: number, emissao: issuedOn, total };
  } catch (error) {
    if (error instanceof MissingFile || (error instanceof Refusal && error.status === 422)) return null;
    if (error instanceof Refusal || isOutage(error)) throw error;
    log.error({ err: error, file: name }, 'an XML file of a ticket was not read');
    return null;
  }
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

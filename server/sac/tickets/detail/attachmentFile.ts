import { buffer } from 'node:stream/consumers';
import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import type { Input } from '../../../../contract/route.ts';
import type { conversationRoutes } from '../../../../contract/sac/ticketConversation.ts';
import { MissingFile } from '../../../adapters/files/fileStore.ts';
import type { Context } from '../../../context.ts';
import { ticketAttachments } from '../../../db/tables/index.ts';
import { notFound, refused } from '../../../errors.ts';
import type { FileAnswer } from '../../../fileAnswer.ts';
import { requireVisibleTicket } from '../queries.ts';
import { selectAttachments, visibleTo } from './ticketAttachments.ts';

/** Longest edge of a thumbnail, in pixels. */
const THUMBNAIL = 240;

/** A file of a ticket, or the thumbnail of a picture: only our own thumbnails are shown in the page. */
export async function attachmentFile(
  { params: { idTicket, idAnexo }, query: { miniatura } }: Input<typeof conversationRoutes.attachment>,
  { db, user, files }: Context,
): Promise<FileAnswer> {
  await requireVisibleTicket(db, user, idTicket);
  const [found] = await selectAttachments(db).where(
    and(visibleTo(user, idTicket), eq(ticketAttachments.id, idAnexo)),
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

/** Stored pictures were measured and cleaned when they came in (server/adapters/files/cleanPicture.ts). */
const thumbnailOf = (picture: Buffer): Promise<Buffer> =>
  sharp(picture)
    .rotate()
    .resize({ width: THUMBNAIL, height: THUMBNAIL, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .timeout({ seconds: 10 })
    .toBuffer();

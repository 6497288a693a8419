import { and, eq, isNull } from 'drizzle-orm';
import type { BannerInput, bannerRoutes } from '../../../contract/callcenter/homeContent.ts';
import type { Input } from '../../../contract/route.ts';
import { MissingFile } from '../../adapters/files/fileStore.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { banners, files } from '../../db/tables/index.ts';
import { invalid, notFound } from '../../errors.ts';
import type { FileAnswer } from '../../fileAnswer.ts';
import { ofBranches } from '../home/queries.ts';

const PICTURE = /^image\/(jpeg|png|webp)$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The picture that the banner is to have: one just sent becomes its own, the one that stands may stay. */
export async function linkImage(
  tx: Tx,
  { user, now }: Pick<Context, 'user' | 'now'>,
  { arquivo, idImagem }: BannerInput,
  before: string | null,
): Promise<string | null> {
  if (!arquivo) return idImagem && idImagem === before ? before : null;
  const [file] = await tx
    .select({ id: files.id, mime: files.mime })
    .from(files)
    .where(and(eq(files.id, arquivo.id), eq(files.ownerId, user.id), isNull(files.linkedAt)))
    .for('update');
  if (!file) throw invalid({ arquivo: 'Imagem não encontrada. Envie-a de novo.' });
  if (!PICTURE.test(file.mime)) throw invalid({ arquivo: 'Envie uma imagem JPG, PNG ou WebP.' });
  await tx.update(files).set({ linkedAt: now() }).where(eq(files.id, file.id));
  return file.id;
}

/** What no banner shows any more is swept like any upload that was never used. */
export async function releaseImage(tx: Tx, imageId: string | null): Promise<void> {
  if (imageId && UUID.test(imageId))
    await tx.update(files).set({ linkedAt: null }).where(eq(files.id, imageId));
}

/** Only of a banner of the person's branches. */
export async function bannerImage(
  { params }: Input<typeof bannerRoutes.image>,
  { db, user, files: store }: Context,
): Promise<FileAnswer> {
  const [found] = await db
    .select({ name: files.name, mime: files.mime, size: files.size, storedAs: files.storedAs })
    .from(banners)
    .innerJoin(files, and(eq(files.id, params.idImagem), eq(banners.imageId, params.idImagem)))
    .where(ofBranches(user, banners.branchId))
    .limit(1);
  if (!found || !PICTURE.test(found.mime)) throw notFound();
  const content = await store.get(found.storedAs).catch((error: unknown) => {
    throw error instanceof MissingFile ? notFound() : error;
  });
  return { content, name: found.name, mime: found.mime, size: found.size, inline: true, keep: true };
}

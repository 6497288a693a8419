import { and, asc, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { FileRef } from '../../../contract/config/platform.ts';
import { receiveUpload, type Upload } from '../../adapters/files/receiveUpload.ts';
import type { Context, Deps } from '../../context.ts';
import { drafts, files } from '../../db/tables/index.ts';

/** Stores an upload for the person who sends it. Until a record links it, it is theirs alone to use. */
export async function keepUpload(ctx: Context, upload: Upload, maxBytes: number): Promise<FileRef> {
  const { storedAs, name, mime, size, sha256 } = await receiveUpload(
    upload,
    { maxBytes },
    { files: ctx.files, dataDir: ctx.settings.dataDir },
  );
  const [row] = await ctx.db
    .insert(files)
    .values({ name, mime, size, sha256, storedAs, ownerId: ctx.user.id, createdAt: ctx.now() })
    .returning({ id: files.id });
  if (!row) throw new Error('the file was not recorded');
  return { id: row.id, nome: name, mime, tamanho: size };
}

/** Takes back files that nothing links yet. */
export async function forgetFiles(deps: Deps, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = await deps.db
    .delete(files)
    .where(and(inArray(files.id, [...ids]), isNull(files.linkedAt)))
    .returning({ storedAs: files.storedAs });
  for (const { storedAs } of gone) await deps.files.remove(storedAs);
}

const DAY = 24 * 60 * 60 * 1000;
/** One run takes this many at most, so that it never holds the database long. */
const SWEPT_AT_ONCE = 500;

/**
 * Removes files that nothing linked within a day, and that no draft of their owner names. Answers how many; run at
 * the start and every hour. Two processes may run it at once: each takes rows that the other does not hold.
 */
export async function sweepOrphanFiles(deps: Pick<Deps, 'db' | 'files' | 'now'>): Promise<number> {
  const before = new Date(deps.now().getTime() - DAY);
  const orphans = await deps.db.transaction(async (tx) => {
    const found = await tx
      .select({ id: files.id, storedAs: files.storedAs })
      .from(files)
      .where(and(isNull(files.linkedAt), lt(files.createdAt, before), namedByNoDraft))
      .orderBy(asc(files.createdAt))
      .limit(SWEPT_AT_ONCE)
      .for('update', { skipLocked: true });
    const ids = found.map(({ id }) => id);
    if (ids.length > 0) await tx.delete(files).where(inArray(files.id, ids));
    return found;
  });
  for (const { storedAs } of orphans) await deps.files.remove(storedAs);
  return orphans.length;
}

const namedByNoDraft = sql`not exists (
  select from ${drafts} where ${drafts.personId} = ${files.ownerId}
  and ${drafts.content}::text like '%' || ${files.id}::text || '%')`;

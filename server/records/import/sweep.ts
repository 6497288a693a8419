import { eq, inArray, lt } from 'drizzle-orm';
import type { Deps } from '../../context.ts';
import { files, recordImports } from '../../db/tables/index.ts';

/** How long the file of an import and its refused lines are kept. What was written stays, with its audit. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;
const SWEEP_BATCH = 50;

/** The file is deleted before its row: if the store fails, the row is still there for the next attempt. */
export async function sweepImports(deps: Pick<Deps, 'db' | 'files' | 'now'>): Promise<void> {
  const before = new Date(deps.now().getTime() - RETENTION_MS);
  for (let swept = SWEEP_BATCH; swept === SWEEP_BATCH; )
    swept = await deps.db.transaction(async (tx) => {
      const old = await tx
        .select({ id: recordImports.id, fileId: recordImports.fileId, storedAs: files.storedAs })
        .from(recordImports)
        .leftJoin(files, eq(files.id, recordImports.fileId))
        .where(lt(recordImports.createdAt, before))
        .limit(SWEEP_BATCH)
        .for('update', { of: recordImports, skipLocked: true });
      for (const { storedAs } of old) if (storedAs) await deps.files.remove(storedAs);
      const gone = old.map(({ id }) => id);
      const fileIds = old.flatMap(({ fileId }) => (fileId ? [fileId] : []));
      if (gone.length > 0) await tx.delete(recordImports).where(inArray(recordImports.id, gone));
      if (fileIds.length > 0) await tx.delete(files).where(inArray(files.id, fileIds));
      return old.length;
    });
}

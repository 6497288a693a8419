import { and, asc, eq, inArray, isNotNull, lt } from 'drizzle-orm';
import type { Deps } from '../../context.ts';
import { files, reportRuns, reportTickets } from '../../db/tables/index.ts';
import { FILE_DAYS } from './deliver.ts';

const DAY = 24 * 60 * 60 * 1000;
const SWEPT_AT_ONCE = 50;

/** Removes tickets of the viewer that ran out, and files of runs that were kept long enough. */
export async function sweepReports(deps: Pick<Deps, 'db' | 'files' | 'now'>): Promise<void> {
  await deps.db
    .delete(reportTickets)
    .where(lt(reportTickets.expiresAt, new Date(deps.now().getTime() - DAY)));
  while ((await sweepFiles(deps)) === SWEPT_AT_ONCE);
}

/** The file goes before its row: when the store fails, the row is still there for the next time. */
const sweepFiles = ({ db, files: store, now }: Pick<Deps, 'db' | 'files' | 'now'>): Promise<number> =>
  db.transaction(async (tx) => {
    const old = await tx
      .select({ runId: reportRuns.id, id: files.id, storedAs: files.storedAs })
      .from(reportRuns)
      .innerJoin(files, eq(files.id, reportRuns.fileId))
      .where(
        and(
          isNotNull(reportRuns.fileId),
          lt(reportRuns.startedAt, new Date(now().getTime() - FILE_DAYS * DAY)),
        ),
      )
      .orderBy(asc(reportRuns.id))
      .limit(SWEPT_AT_ONCE)
      .for('update', { of: reportRuns, skipLocked: true });
    for (const { storedAs } of old) await store.remove(storedAs);
    if (old.length === 0) return 0;
    await tx
      .update(reportRuns)
      .set({ fileId: null })
      .where(
        inArray(
          reportRuns.id,
          old.map(({ runId }) => runId),
        ),
      );
    await tx.delete(files).where(
      inArray(
        files.id,
        old.map(({ id }) => id),
      ),
    );
    return old.length;
  });

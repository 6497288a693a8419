import { and, asc, eq, isNotNull, lt } from 'drizzle-orm';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Deps } from '../../context.ts';
import { files, receivedEmails } from '../../db/tables/index.ts';

export { receiveMail } from './receive.ts';

const BATCH_SIZE = 50;

/**
 * Runs hourly: the original is deleted after as many days as the parameter `diasOriginalEmail` says, what was read from it
 * stays. Two processes may do this at the same time.
 */
export async function sweepReceived({
  db,
  files: store,
  now,
}: Pick<Deps, 'db' | 'files' | 'now'>): Promise<void> {
  const { diasOriginalEmail } = await serviceParameters(db);
  const before = new Date(now().getTime() - diasOriginalEmail * 24 * 60 * 60 * 1000);
  for (let swept = BATCH_SIZE; swept === BATCH_SIZE; )
    swept = await db.transaction(async (tx) => {
      const found = await tx
        .select({ id: receivedEmails.id, fileId: files.id, storedAs: files.storedAs })
        .from(receivedEmails)
        .innerJoin(files, eq(files.id, receivedEmails.fileId))
        .where(and(isNotNull(receivedEmails.fileId), lt(receivedEmails.receivedAt, before)))
        .orderBy(asc(receivedEmails.id))
        .limit(BATCH_SIZE)
        .for('update', { of: receivedEmails, skipLocked: true });
      for (const { id, fileId, storedAs } of found) {
        await store.remove(storedAs);
        await tx.update(receivedEmails).set({ fileId: null }).where(eq(receivedEmails.id, id));
        await tx.delete(files).where(eq(files.id, fileId));
      }
      return found.length;
    });
}

import { and, asc, eq, isNotNull, lt } from 'drizzle-orm';
import type { Deps } from '../../context.ts';
import { files, receivedEmails } from '../../db/tables/index.ts';

export { receiveMail } from './receive.ts';

const KEPT_DAYS = 30;
const BATCH_SIZE = 50;

/**
 * Runs hourly: the complete e-mail is deleted after a month, what was read from it stays. Two processes may do this at the
 * same time.
 */
export async function sweepReceived({
  db,
  files: store,
  now,
}: Pick<Deps, 'db' | 'files' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - KEPT_DAYS * 24 * 60 * 60 * 1000);
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

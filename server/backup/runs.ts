import { and, desc, eq, ne } from 'drizzle-orm';
import type { Executor } from '../db/client.ts';
import { backupRuns } from '../db/tables/index.ts';
import { RELEASE } from '../root.ts';
import type { BackupResult } from './backUp.ts';

type Run = typeof backupRuns.$inferSelect;
type Ended = Pick<Run, 'fileName' | 'startedAt' | 'finishedAt'>;

export const recordBackup = async (db: Executor, ended: Ended, result: BackupResult): Promise<void> => {
  await db.insert(backupRuns).values({
    ...ended,
    kind: 'COPIA',
    outcome: result.missing.length > 0 ? 'COM_FALTAS' : 'OK',
    bytes: result.bytes,
    rowCount: result.rows,
    fileCount: result.files,
    missingFiles: result.missing.length,
    release: RELEASE,
  });
};

export const recordFailure = async (db: Executor, ended: Ended, reason: string): Promise<void> => {
  await db
    .insert(backupRuns)
    .values({ ...ended, kind: 'COPIA', outcome: 'FALHOU', release: RELEASE, reason: reason.slice(0, 500) });
};

/** The latest runs, newest first. */
export const lastRuns = (db: Executor, most: number): Promise<Run[]> =>
  db.select().from(backupRuns).orderBy(desc(backupRuns.finishedAt), desc(backupRuns.id)).limit(most);

/** The latest successful backup, with or without gaps. */
export async function lastBackup(db: Executor): Promise<Run | null> {
  const [run] = await db
    .select()
    .from(backupRuns)
    .where(and(eq(backupRuns.kind, 'COPIA'), ne(backupRuns.outcome, 'FALHOU')))
    .orderBy(desc(backupRuns.finishedAt), desc(backupRuns.id))
    .limit(1);
  return run ?? null;
}

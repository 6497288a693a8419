import { asc } from 'drizzle-orm';
import { bulkJobs } from '../db/tables/index.ts';
import { isUnfinished } from './bulkJob.ts';
import type { WorkQueue } from './queue.ts';
import { runBulkJob } from './runBulkJob.ts';
import type { WorkDeps } from './workContext.ts';

/** Name of the queue; it began with tickets. */
export const LONG_WORK = 'lotes-de-tickets';

/** Does long jobs in this process, those first that another process left unfinished when it ended. */
export async function workOnBulkJobs(deps: WorkDeps, queue: WorkQueue): Promise<void> {
  await queue.work(LONG_WORK, ({ id }, signal) => runBulkJob(deps, String(id), signal));
  const left = await deps.db
    .select({ id: bulkJobs.id })
    .from(bulkJobs)
    .where(isUnfinished)
    .orderBy(asc(bulkJobs.createdAt));
  for (const { id } of left) await queue.send(LONG_WORK, { id });
}

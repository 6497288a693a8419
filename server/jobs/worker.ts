import { asc } from 'drizzle-orm';
import { bulkJobs } from '../db/tables/index.ts';
import { isUnfinished } from './bulkJob.ts';
import type { WorkQueue } from './queue.ts';
import { runBulkJob } from './runBulkJob.ts';
import type { WorkDeps } from './workContext.ts';

/** The queue's name; tickets were the first to use it. */
export const LONG_WORK = 'lotes-de-tickets';

/** Runs long jobs in this process, starting with those that another process left unfinished when it ended. */
export async function workOnBulkJobs(deps: WorkDeps, queue: WorkQueue): Promise<void> {
  await queue.work(LONG_WORK, ({ id }, signal) => runBulkJob(deps, String(id), signal));
  const left = await deps.db
    .select({ id: bulkJobs.id })
    .from(bulkJobs)
    .where(isUnfinished)
    .orderBy(asc(bulkJobs.createdAt));
  for (const { id } of left) await queue.send(LONG_WORK, { id });
}

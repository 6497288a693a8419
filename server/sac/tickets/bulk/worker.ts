import { asc } from 'drizzle-orm';
import { bulkJobs } from '../../../db/tables/index.ts';
import type { WorkQueue } from '../../../jobs/queue.ts';
import { isUnfinished } from './bulkJob.ts';
import { runBulkJob, type WorkDeps } from './runBulkJob.ts';

/** Name of the queue. */
export const TICKET_BULK = 'lotes-de-tickets';

/** Does long jobs in this process, those first that another process left unfinished when it ended. */
export async function workOnBulkJobs(deps: WorkDeps, queue: WorkQueue): Promise<void> {
  await queue.work(TICKET_BULK, ({ id }, signal) => runBulkJob(deps, String(id), signal));
  const left = await deps.db
    .select({ id: bulkJobs.id })
    .from(bulkJobs)
    .where(isUnfinished)
    .orderBy(asc(bulkJobs.createdAt));
  for (const { id } of left) await queue.send(TICKET_BULK, { id });
}

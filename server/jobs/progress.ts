import { JOB_PROGRESS, personChannel } from '../../contract/realtime.ts';
import type { Executor } from '../db/client.ts';
import type { bulkJobs } from '../db/tables/index.ts';
import { publish } from '../realtime/publish.ts';

type Progress = Pick<typeof bulkJobs.$inferSelect, 'id' | 'personId' | 'processed' | 'ids' | 'status'>;

/** Word of how far a job is, to the person whose it is. */
export const tellProgress = (tx: Executor, job: Progress, at: Date): Promise<void> =>
  publish(tx, {
    channels: [personChannel(job.personId)],
    event: JOB_PROGRESS,
    data: { id: job.id, processados: job.processed, total: job.ids.length, situacao: job.status },
    at,
  });

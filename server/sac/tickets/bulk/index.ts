import { ticketBulkRoutes } from '../../../../contract/sac/ticketBulk.ts';
import { implement } from '../../../implement.ts';
import { cancelJob, ownJob, ownJobs } from '../../../jobs/bulkJob.ts';
import { startBulk } from './startBulk.ts';

export const ticketBulkImplementation = implement(ticketBulkRoutes, {
  run: startBulk,
  jobs: (_, ctx) => ownJobs(ctx),
  job: async ({ params }, ctx) => ({ data: await ownJob(ctx, params.idLote) }),
  cancel: async ({ params }, ctx) => ({ data: await cancelJob(ctx, params.idLote) }),
});
